// system.cpp: running the C++ compiler, temporary files, and where everything lies.
#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"

extern char **environ;

static char folder[4096];
static std::vector<char *> files; // in C's own strings: a signal handler reads them

void remove_temporary_files() {
    for (char *file : files)
        unlink(file);
    if (*folder)
        rmdir(folder);
    *folder = 0;
}

static void on_signal(int number) {
    remove_temporary_files();
    signal(number, SIG_DFL);
    raise(number);
}

std::string temporary_file(const std::string &name) {
    if (!*folder) {
        const char *where = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/hostcc-XXXXXX", where && *where ? where : "/tmp");
        if (!mkdtemp(folder)) {
            std::string at = folder;
            *folder = 0;
            fail_with("hostcc: error: cannot make a folder for temporary files, " + at + ": " +
                      strerror(errno));
        }
        for (int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
            signal(number, on_signal);
    }
    std::string path = std::string(folder) + "/" + name;
    files.push_back(strdup(path.c_str()));
    return path;
}

void fail_with(const std::string &message) {
    remove_temporary_files();
    fprintf(stderr, "%s\n", message.c_str());
    exit(1);
}

int run(const std::vector<std::string> &command, bool verbose, const char *errors) {
    std::vector<char *> arguments;
    for (const std::string &one : command) {
        arguments.push_back(const_cast<char *>(one.c_str()));
        if (verbose)
            fprintf(stderr, "%s%s", &one == &command.front() ? "" : " ", one.c_str());
    }
    if (verbose)
        fputc('\n', stderr);
    arguments.push_back(nullptr);
    pid_t child;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (errors)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        fail_with("hostcc: error: cannot run " + command[0] + ": " + strerror(error));
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string read_file(const std::string &path) {
    FILE *file = fopen(path.c_str(), "rb");
    if (!file)
        fail_with("hostcc: error: " + path + ": " + strerror(errno));
    std::string text;
    char buffer[1 << 16];
    size_t n;
    while ((n = fread(buffer, 1, sizeof buffer, file)) > 0)
        text.append(buffer, n);
    fclose(file);
    return text;
}

void write_file(const std::string &path, const std::string &text) {
    FILE *file = fopen(path.c_str(), "wb");
    if (!file || fwrite(text.data(), 1, text.size(), file) != text.size() || fclose(file) != 0)
        fail_with("hostcc: error: " + path + ": " + strerror(errno));
}

// ---- the toolchain

#ifndef HOSTCC_DEFAULT_CXX
#define HOSTCC_DEFAULT_CXX "g++"
#endif

bool exists(const std::string &path) {
    struct stat s;
    return stat(path.c_str(), &s) == 0;
}

// A path below the working folder by its short name: a folder's name may hold what make's rules
// cannot, a space or a colon, and a tree that was moved has headers of its own.
static std::string seen_from_here(const std::string &path) {
    char here[PATH_MAX];
    std::string start = getcwd(here, sizeof here) ? std::string(here) + "/" : "";
    return !start.empty() && path.compare(0, start.size(), start) == 0 ? path.substr(start.size())
                                                                       : path;
}

Home find_home() {
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    std::string self(path, n > 0 ? (size_t)n : 0);
    std::string folder = self.substr(0, self.rfind('/')), tree = folder;
    std::string installed = folder.substr(0, folder.rfind('/')) + "/lib/hostcc";
    if (exists(installed + "/include/cuda_runtime.h"))
        return {installed + "/include", installed + "/hostdevice.a"};
    while (!exists(tree + "/common/host/include/cuda_runtime.h")) {
        if (tree.empty())
            fail_with(
                "hostcc: error: its headers are not at common/host/include of a folder above " +
                folder +
                " (hostcc must stay in build/ of its own tree, or go where "
                "make install-hostcc puts it)");
        tree.resize(tree.rfind('/'));
    }
    return {seen_from_here(tree + "/common/host/include"),
            seen_from_here(folder + "/hostdevice.a")};
}

static std::string choose_compiler(const Options &options) {
    if (!options.compiler.empty())
        return options.compiler;
    for (const char *name : {"HOSTCC_CXX", "CXX"}) {
        const char *value = getenv(name);
        if (value && *value)
            return value;
    }
    return HOSTCC_DEFAULT_CXX;
}

static std::vector<std::string> split_words(const std::string &command) { // CXX may be "ccache g++"
    std::vector<std::string> words;
    size_t i = 0;
    while ((i = command.find_first_not_of(" \t", i)) != command.npos) {
        size_t end = std::min(command.find_first_of(" \t", i), command.size());
        words.push_back(command.substr(i, end - i));
        i = end;
    }
    return words;
}

std::vector<std::string> find_compiler(const Options &options) {
    return split_words(choose_compiler(options));
}
