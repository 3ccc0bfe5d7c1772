#include "rewrite.h"

std::string rewrite(std::string preprocessed, bool gcc) {
    Source source(std::move(preprocessed));
    Edits edits;
    std::vector<Kernel> kernels = find_kernels(source);
    rewrite_words(source, gcc, edits);
    rewrite_shared(source, kernels, edits);
    for (const Kernel &kernel : kernels)
        rewrite_kernel(source, kernel, edits);
    for (const Kernel &kernel : kernels)
        rewrite_indices(source, kernel, edits);
    rewrite_launches(source, edits);
    return edits.render(source);
}
