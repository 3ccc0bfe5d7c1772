#include "rewrite.h"

std::string rewrite(std::string preprocessed, bool gcc, bool general) {
    Source source(std::move(preprocessed));
    Edits edits;
    std::vector<Kernel> kernels = find_kernels(source);
    rewrite_words(source, gcc, edits);
    rewrite_shared(source, kernels, edits);
    Reaches reaches(source, kernels);
    reaches.rewrite_spins(kernels, edits);
    for (const Kernel &kernel : kernels) {
        Reach reach = reaches.of(kernel);
        reach.waits |= general;
        reach.asks_index |= kernel.body >= 0 && has_inner_function(source, kernel);
        std::vector<Sum> sums = find_sums(source, kernel);
        Linear linear;
        if (!reach.waits && !reach.asks_index)
            linear = find_linear(source, kernel, sums);
        rewrite_kernel(source, kernel, reach, linear, edits);
        rewrite_indices(source, kernel, sums, linear, edits);
    }
    rewrite_launches(source, edits);
    return edits.render(source);
}
