// curl_easy_setopt and friends are variadic macros, which Swift cannot call.
#pragma once
#include <curl/curl.h>
