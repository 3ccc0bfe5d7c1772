// view.c: the file system as the command sees it, at levels user and landlock. The command gets
// a root of its own, in which only the paths exist that it may read, and its room: a file
// system in memory with a fixed size, which ends with the last process in it. Where the kernel
// gives no namespaces (a container without the right to mount), Landlock alone stands, and the
// room is a folder.
#define _GNU_SOURCE
#include "confine/confine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILES_MOST = 4096 }; // in a room
// The kernel's calls by number: the C library of Ubuntu 22.04 has no names for them, and its
// <sys/mount.h> cannot stand beside <linux/mount.h>.
enum { OPEN_TREE = 428, MOVE_MOUNT = 429, FSOPEN = 430, FSCONFIG = 431, FSMOUNT = 432 };
enum { MOUNT_SETATTR = 442, DETACH = 2 };
static const char base[] = "/tmp"; // any folder: the new root is put over it, and stays inside

// ---- namespaces ---------------------------------------------------------------------------

static int write_file(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    int failed = fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return failed ? -1 : 0;
}

// Root may mount at once; an ordinary user may in a user namespace, where that is allowed.
static int get_namespaces(void) {
    char map[64];
    uid_t uid = geteuid();
    gid_t gid = getegid();
    if (unshare(CLONE_NEWNS) == 0)
        return 0;
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return -1;
    snprintf(map, sizeof map, "%u %u 1\n", uid, uid);
    if (write_file("/proc/self/setgroups", "deny") != 0 ||
        write_file("/proc/self/uid_map", map) != 0)
        return -1;
    snprintf(map, sizeof map, "%u %u 1\n", gid, gid);
    return write_file("/proc/self/gid_map", map);
}

static int new_tmpfs(size_t mib, unsigned files, const char *mode) {
    char size[32], inodes[32];
    snprintf(size, sizeof size, "%zuM", mib);
    snprintf(inodes, sizeof inodes, "%u", files);
    const char *const options[][2] = {{"size", size}, {"nr_inodes", inodes}, {"mode", mode}};
    int fs = (int)syscall(FSOPEN, "tmpfs", FSOPEN_CLOEXEC);
    for (int i = 0; fs >= 0 && i < 3; i++)
        if (syscall(FSCONFIG, fs, FSCONFIG_SET_STRING, options[i][0], options[i][1], 0) != 0)
            return -1;
    if (fs < 0 || syscall(FSCONFIG, fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0) != 0)
        return -1;
    int made = (int)syscall(FSMOUNT, fs, FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
    close(fs);
    return made;
}

// ---- the new root -------------------------------------------------------------------------

struct source {
    const char *path;
    int fd, is_folder;
};

static void take(struct source *source, const char *path, int writable) {
    struct stat about;
    *source = (struct source){path, -1, 0};
    int fd =
        (int)syscall(OPEN_TREE, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
    if (fd < 0) {
        if (errno == ENOENT || errno == ENOTDIR || errno == EACCES)
            return; // a path that is not here needs no place
        confine_die(path);
    }
    struct mount_attr attributes = {.attr_set =
                                        MOUNT_ATTR_NOSUID | (writable ? 0 : MOUNT_ATTR_RDONLY)};
    if (syscall(MOUNT_SETATTR, fd, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes,
                sizeof attributes) != 0 ||
        fstat(fd, &about) != 0)
        confine_die(path);
    source->fd = fd;
    source->is_folder = S_ISDIR(about.st_mode);
}

// Makes the folders above, and at the end a folder or an empty file.
static void make_place(int root, const char *path, int is_folder) {
    char part[4096];
    if (snprintf(part, sizeof part, "%s", path + 1) >= (int)sizeof part)
        confine_die("a path is too long");
    for (char *s = part; *s; s++)
        if (*s == '/') {
            *s = '\0';
            if (*part && mkdirat(root, part, 0755) != 0 && errno != EEXIST)
                confine_die(path);
            *s = '/';
        }
    int fd = -1;
    if (is_folder
            ? mkdirat(root, part, 0755) != 0 && errno != EEXIST
            : (fd = openat(root, part, O_CREAT | O_WRONLY | O_CLOEXEC, 0644)) < 0 && errno != EROFS)
        confine_die(path);
    if (fd >= 0)
        close(fd);
}

static int is_below(const char *path, const struct source *sources, int count) {
    for (int i = 0; i < count; i++) {
        size_t length = strlen(sources[i].path);
        if (sources[i].fd >= 0 && sources[i].is_folder && !strncmp(path, sources[i].path, length) &&
            (path[length] == '/' || !path[length]))
            return 1;
    }
    return 0;
}

static void put(int root, const struct source *source) {
    if (source->fd < 0)
        return;
    make_place(root, source->path, source->is_folder);
    if (syscall(MOVE_MOUNT, source->fd, "", root, source->path + 1, MOVE_MOUNT_F_EMPTY_PATH) != 0)
        confine_die(source->path);
    close(source->fd);
}

static int gather(const struct confine *confine, struct source *sources) {
    static const char *const nodes[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                        "/dev/urandom"};
    int count = 0;
    for (const char *const *path = confine_system_paths; *path; path++)
        take(&sources[count++], *path, confine->device && !strcmp(*path, "/proc"));
    if (confine->device) // where /proc is writable, for the names of the driver's threads
        for (const char *const *path = confine_switches; *path; path++)
            take(&sources[count++], *path, 0);
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        take(&sources[count++], nodes[i], 1);
    if (confine->device)
        for (char **node = confine_device_nodes(); *node && count < CONFINE_PATHS; node++)
            take(&sources[count++], *node, 1);
    for (int i = 0; i < confine->reads; i++)
        if (confine->read[i][0] == '/' && !is_below(confine->read[i], sources, count))
            take(&sources[count++], confine->read[i], 0);
    return count;
}

void confine_view_enter(const struct confine *confine) {
    static struct source sources[2 * CONFINE_PATHS];
    if (!confine->own_view)
        return;
    if (unshare(CLONE_NEWNS) != 0)
        confine_die("a mount namespace");
    int count = gather(confine, sources);
    int made = new_tmpfs(1, 2 * CONFINE_PATHS * 8, "0755");
    if (made < 0 || syscall(MOVE_MOUNT, made, "", AT_FDCWD, base, MOVE_MOUNT_F_EMPTY_PATH) != 0)
        confine_die("a new root");
    int root = open(base, O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; root >= 0 && i < count; i++)
        put(root, &sources[i]);
    struct source room = {confine->room, confine->room_fd, 1};
    if (room.path) { // the watch keeps its own descriptor of it
        room.fd = fcntl(confine->room_fd, F_DUPFD_CLOEXEC, 3);
        put(root, &room);
    }
    struct mount_attr fixed = {.attr_set = MOUNT_ATTR_RDONLY};
    if (root < 0 || syscall(MOUNT_SETATTR, root, "", AT_EMPTY_PATH, &fixed, sizeof fixed) != 0 ||
        fchdir(root) != 0 || syscall(SYS_pivot_root, ".", ".") != 0 ||
        syscall(SYS_umount2, ".", DETACH) != 0 || chdir("/") != 0)
        confine_die("a new root");
    close(root);
}

// In a child first: a half of it could not be taken back.
static int namespaces_work(void) {
    int status = 1;
    pid_t child = fork();
    if (child == 0)
        _exit(get_namespaces() != 0 || new_tmpfs(1, 16, "0700") < 0);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

// ---- the room -----------------------------------------------------------------------------

void confine_view_begin(struct confine *confine) {
    confine->room_fd = -1;
    if (confine->level == CONFINE_NONE || confine->level == CONFINE_BWRAP)
        return; // bubblewrap makes all this itself
    confine->own_view = namespaces_work();
    if (confine->own_view && (get_namespaces() != 0 || syscall(SYS_mount, "none", "/", NULL,
                                                               MS_REC | MS_PRIVATE, NULL) != 0))
        confine_die("namespaces");
    if (confine->room_sized && !confine->own_view)
        confine->room = NULL;
    if (!confine->room)
        return;
    if (confine->own_view) {
        confine->room_fd = new_tmpfs(confine->room_mib, FILES_MOST, "0700");
        if (confine->room_fd < 0)
            confine_die("a file system for the room");
        if (confine->level == CONFINE_USER &&
            fchownat(confine->room_fd, "", confine->uid, confine->uid, AT_EMPTY_PATH) != 0)
            confine_die("the room");
        return;
    }
    if (mkdir(confine->room, 0700) != 0 ||
        (confine->level == CONFINE_USER && chown(confine->room, confine->uid, confine->uid) != 0))
        confine_die(confine->room);
}

// Whatever the modes of what is left there.
static void remove_all(int parent, const char *name, int depth) {
    enum { DEEPEST = 4096 };
    if (unlinkat(parent, name, 0) == 0 || (errno != EISDIR && errno != EPERM) || depth > DEEPEST)
        return;
    if (fchmodat(parent, name, 0700, 0) != 0)
        return;
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (!folder && fd >= 0)
        close(fd);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove_all(fd, entry->d_name, depth + 1);
    if (folder)
        closedir(folder);
    unlinkat(parent, name, AT_REMOVEDIR);
}

void confine_view_end(const struct confine *confine) {
    if (confine->room && !confine->own_view && confine->level != CONFINE_NONE &&
        confine->level != CONFINE_BWRAP)
        remove_all(AT_FDCWD, confine->room, 0);
}
