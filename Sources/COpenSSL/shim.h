// Several OpenSSL calls are macros, which Swift cannot see: each has an inline function here.
#pragma once
#include <openssl/ssl.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <openssl/hmac.h>
#include <openssl/evp.h>

// SSL_CTX_set_min_proto_version is a macro over SSL_CTX_ctrl.
static inline int crier_SSL_CTX_require_tls12(SSL_CTX *context) {
    return (int)SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

// SSL_CTX_set_mode is a macro over SSL_CTX_ctrl. RELEASE_BUFFERS gives an idle connection its 34 kB back.
static inline void crier_SSL_CTX_release_buffers(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE);
}

// The option constants are macros with a cast; without renegotiation SSL_write never has to wait for a read.
static inline void crier_SSL_CTX_forbid_renegotiation(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
}

// SSL_set_tlsext_host_name is a macro over SSL_ctrl.
static inline int crier_SSL_set_server_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

// SSL_CTX_set_session_cache_mode is a macro over SSL_CTX_ctrl.
static inline void crier_SSL_CTX_no_session_cache(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

// ERR_GET_REASON is an inline function hidden behind macros in some 3.x headers.
static inline int crier_ERR_reason(unsigned long code) { return ERR_GET_REASON(code); }
