// Two GNU functions of glibc that Swift's Glibc module does not show: both keep descriptors out of a child process.
#pragma once

#include <spawn.h>

int pipe2(int descriptors[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

static inline int cspawn_pipe(int descriptors[2], int flags) {
    return pipe2(descriptors, flags);
}

static inline int cspawn_close_from(posix_spawn_file_actions_t *actions, int from) {
    return posix_spawn_file_actions_addclosefrom_np(actions, from);
}
