#include "CTOML.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <cstring>
#include <string_view>

static void visit(const toml::node &node, std::string_view key, const ctoml_visitor &visitor) {
    if (const auto *table = node.as_table()) {
        visitor.beginTable(visitor.context, key.data(), key.size());
        for (const auto &entry : *table) visit(entry.second, entry.first.str(), visitor);
        visitor.end(visitor.context);
    } else if (const auto *array = node.as_array()) {
        visitor.beginArray(visitor.context, key.data(), key.size());
        for (const auto &element : *array) visit(element, {}, visitor);
        visitor.end(visitor.context);
    } else if (const auto *text = node.as_string()) {
        visitor.text(visitor.context, key.data(), key.size(), text->get().data(), text->get().size());
    } else if (const auto *integer = node.as_integer()) {
        visitor.integer(visitor.context, key.data(), key.size(), integer->get());
    } else if (const auto *decimal = node.as_floating_point()) {
        visitor.decimal(visitor.context, key.data(), key.size(), decimal->get());
    } else if (const auto *flag = node.as_boolean()) {
        visitor.flag(visitor.context, key.data(), key.size(), flag->get());
    } else {
        visitor.other(visitor.context, key.data(), key.size());
    }
}

extern "C" uint32_t ctoml_read(
    const char *source, size_t length, const ctoml_visitor *visitor, char *reason, size_t reasonSize) {
    toml::parse_result result = toml::parse(std::string_view(source, length));
    if (!result) {
        const auto &error = result.error();
        if (reasonSize > 0) {
            auto words = error.description();
            auto size = std::min(words.size(), reasonSize - 1);
            std::memcpy(reason, words.data(), size);
            reason[size] = 0;
        }
        return std::max<uint32_t>(1, error.source().begin.line);
    }
    for (const auto &entry : result.table()) visit(entry.second, entry.first.str(), *visitor);
    return 0;
}
