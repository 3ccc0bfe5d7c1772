#include "rewrite.h"

#include "phases.h"

Rewritten rewrite(std::string preprocessed, const RewriteOptions &options) {
    Source source(std::move(preprocessed));
    Edits edits;
    std::vector<KernelWay> ways;
    refuse(source);
    std::vector<Kernel> kernels = find_kernels(source);
    rewrite_words(source, options.gcc, edits);
    rewrite_shared(source, kernels, edits);
    Reaches reaches(source, kernels);
    reaches.rewrite_spins(kernels, edits);
    for (const Kernel &kernel : kernels) {
        bool refused = options.unsplit.count((int)ways.size()) != 0;
        Reach reach = reaches.of(kernel);
        bool inner = kernel.body >= 0 && has_inner_function(source, kernel), waits = reach.waits;
        reach.waits |= options.general;
        reach.asks_index |= inner;
        std::vector<Sum> sums = find_sums(source, kernel);
        Linear linear;
        std::string phases;
        if (!reach.waits && !reach.asks_index)
            linear = find_linear(source, kernel, sums);
        if (waits && kernel.body >= 0 && !inner && options.phases && !options.general && !refused)
            phases = phased_body(source, kernel, reaches, edits, options.gcc, reach.asks_index);
        Way way = !phases.empty() ? Way::split
                  : refused       ? Way::refused
                  : reach.waits   ? Way::stacks
                                  : Way::loop;
        if (kernel.body >= 0)
            ways.push_back(
                {kernel.name, source.place(kernel.global), source.place(kernel.end), way});
        rewrite_kernel(source, kernel, reach, linear, phases, edits);
        if (way == Way::loop && kernel.body >= 0)
            rewrite_vector_copies(source, kernel, edits);
        if (phases.empty())
            rewrite_indices(source, kernel, sums, linear, edits);
        if (kernel.body >= 0 && phases.empty())
            edits.after(kernel.body, source.resume(kernel.body, true));
    }
    rewrite_launches(source, edits);
    return {edits.render(source), ways};
}
