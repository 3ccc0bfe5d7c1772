// team.h: the plain C that is compared: one thread a core, each with its part of a loop. The
// threads live only while plain C is measured: waiting, they would take the device's cores.
#ifndef BENCH_TEAM_H
#define BENCH_TEAM_H

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

class Team {
  public:
    explicit Team(int size) : size_(size) {
        for (int i = 1; i < size; i++)
            threads_.emplace_back([this, i] { serve(i); });
    }

    ~Team() {
        work_ = nullptr;
        round_.fetch_add(1, std::memory_order_release);
        for (std::thread &t : threads_)
            t.join();
    }

    // work(first, last) on equal parts of [0, count), the same part on the same thread.
    void run(const std::function<void(size_t, size_t)> &work, size_t count) {
        work_ = &work;
        count_ = count;
        working_.store(size_ - 1, std::memory_order_relaxed);
        round_.fetch_add(1, std::memory_order_release);
        part(0);
        while (working_.load(std::memory_order_acquire) != 0)
            ;
    }

  private:
    int size_;
    std::vector<std::thread> threads_;
    const std::function<void(size_t, size_t)> *work_ = nullptr;
    size_t count_ = 0;
    std::atomic<unsigned> round_{0};
    std::atomic<int> working_{0};

    void part(int i) {
        (*work_)(count_ * (size_t)i / (size_t)size_, count_ * (size_t)(i + 1) / (size_t)size_);
    }

    void serve(int i) {
        for (unsigned seen = 0;; seen++) {
            while (round_.load(std::memory_order_acquire) == seen)
                ;
            if (!work_)
                return;
            part(i);
            working_.fetch_sub(1, std::memory_order_release);
        }
    }
};

#endif
