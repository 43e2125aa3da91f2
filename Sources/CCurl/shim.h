// libcurl for Swift. Its setters and getters are variadic C functions, which
// Swift cannot call: each inline function below fixes one argument type.
#pragma once

// The type checks are macros over constants; here the option is a variable.
#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}

// One setter serves CURLOPT_WRITEFUNCTION, HEADERFUNCTION and READFUNCTION: the types agree.
static inline CURLcode ccurl_set_data_function(CURL *easy, CURLoption option, curl_write_callback function) {
    return curl_easy_setopt(easy, option, function);
}

static inline CURLcode ccurl_set_opensocket_function(CURL *easy, curl_opensocket_callback function) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

static inline CURLcode ccurl_set_prereq_function(CURL *easy, curl_prereq_callback function) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode ccurl_set_debug_function(CURL *easy, curl_debug_callback function) {
    return curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, function);
}

static inline CURLcode ccurl_set_progress_function(CURL *easy, curl_xferinfo_callback function) {
    return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, function);
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_socket_function(CURLM *multi, curl_socket_callback function, void *context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, function) : code;
}

static inline CURLMcode ccurl_multi_set_timer_function(CURLM *multi, curl_multi_timer_callback function, void *context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
    return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, function) : code;
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_string(CURL *easy, CURLINFO info, const char **value) {
    char *found = NULL;
    CURLcode code = curl_easy_getinfo(easy, info, &found);
    *value = found;
    return code;
}

// `struct curl_sockaddr` ends in a `struct sockaddr` that is really longer (IPv6),
// which Swift would cut off when copying. Gives 4, 6 or 0 (neither).
static inline int ccurl_address(const struct curl_sockaddr *from, uint8_t bytes[16], uint16_t *port) {
    if (from->family == AF_INET && from->addrlen >= sizeof(struct sockaddr_in)) {
        const struct sockaddr_in *address = (const struct sockaddr_in *)&from->addr;
        memcpy(bytes, &address->sin_addr, 4);
        *port = ntohs(address->sin_port);
        return 4;
    }
    if (from->family == AF_INET6 && from->addrlen >= sizeof(struct sockaddr_in6)) {
        const struct sockaddr_in6 *address = (const struct sockaddr_in6 *)&from->addr;
        memcpy(bytes, &address->sin6_addr, 16);
        *port = ntohs(address->sin6_port);
        return 6;
    }
    return 0;
}
