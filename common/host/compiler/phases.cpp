// phases.cpp: splits a kernel at its barriers (splitting.h says how).
#include "splitting.h"

std::string Phases::run() {
    refuse_spinning(k_.body, k_.end);
    f_ = Fragment::cut(source_, edits_, k_.body + 1, k_.end - 1);
    inline_functions();
    for (int i = 0; i < f_.count(); i++)
        for (const char *word :
             {"goto", "asm", "__asm__", "switch", "struct", "class", "__activemask", "static",
              "try", "__func__", "using", "typedef", "enum", "union", "__nanosleep"})
            if (f_.is(i, word))
                throw Refused();
    std::vector<Statement> all = statements(0, f_.count() - 1);
    find_variables(all, true);
    classify(all);
    for (int i = 0; i < f_.count(); i++)
        returns_ |= f_.is(i, "return");
    if (returns_)
        out_ += " bool hostcu_gone[1024] = {};";
    emit_list(all, "");
    Place place = source_.place(k_.body);
    if (!top_.empty())
        top_ = " const size_t hostcu_lanes = ((size_t)blockDim.x * blockDim.y * blockDim.z + "
               "31) / 32 * 32;" +
               top_;
    // Warnings about how we laid the user's words out are no news to the user.
    std::string quiet = "\n#pragma GCC diagnostic push\n";
    for (const char *one : {"misleading-indentation", "uninitialized", "unused-value"})
        quiet += std::string("#pragma GCC diagnostic ignored \"-W") + one + "\"\n";
    if (gcc_)
        quiet += "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n";
    return quiet + top_ + out_ + "\n#pragma GCC diagnostic pop\n# " + std::to_string(place.line) +
           " \"" + place.file + "\"\n";
}

std::string phased_body(const Source &source, const Kernel &kernel, const Reaches &reaches,
                        const Edits &edits, bool gcc, bool asks_index) {
    try {
        return Phases(source, kernel, reaches, edits, gcc, asks_index).run();
    } catch (const Refused &) {
        return "";
    }
}
