// kernels.cpp: the list of this program's kernels, and the configuration of a launch between
// <<<>>> and the call that follows.
#include "block.h"

#include "host/launch.h"

#include <mutex>
#include <unordered_map>
#include <vector>

namespace hostcu {

namespace {

struct kernels {
    std::mutex lock;
    std::unordered_map<const void *, const host_kernel *> by_address;
};

kernels &all_kernels() { // static initialisers of any file may come first
    static kernels *all = new kernels;
    return *all;
}

thread_local std::vector<configuration> pushed;

} // namespace

void list_kernel(const host_kernel *kernel) {
    kernels &all = all_kernels();
    std::lock_guard<std::mutex> guard(all.lock);
    all.by_address[kernel->address] = kernel;
}

void push_configuration(const configuration &c) {
    if (current_launch)
        failed(cudaErrorNotSupported, "the kernel launches a kernel: not supported on the host "
                                      "device");
    pushed.push_back(c);
}

configuration pop_configuration() {
    if (pushed.empty()) // a kernel called without <<<>>>: the launch will be refused
        return {dim3(0, 0, 0), dim3(0, 0, 0), 0, nullptr};
    configuration c = pushed.back();
    pushed.pop_back();
    return c;
}

} // namespace hostcu

const host_kernel *host_find_kernel(const void *address) {
    hostcu::kernels &all = hostcu::all_kernels();
    std::lock_guard<std::mutex> guard(all.lock);
    auto found = all.by_address.find(address);
    return found == all.by_address.end() ? nullptr : found->second;
}
