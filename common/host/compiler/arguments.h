// arguments.h: the command line, one argument at a time, and what each brings with it.
#ifndef HOSTCC_ARGUMENTS_H
#define HOSTCC_ARGUMENTS_H

#include <string>
#include <vector>

class Arguments {
  public:
    Arguments(int argc, char **argv) : all_(argv + 1, argv + argc) {}

    std::string argument; // the one at hand, as it was typed
    std::string value;    // what valued() found

    bool take();                             // the next one; false: there is none
    const char *next() const;                // what follows the one at hand; NULL: nothing
    void skip();                             // takes what follows as a part of it
    void read_from(const std::string &file); // its words stand in here
    std::string name() const;                // without its one or two dashes
    bool flag(const char *a, const char *b = "") const;
    // -name=value and -name value; with `joined` also -namevalue.
    bool valued(const char *a, bool joined = false);

  private:
    std::vector<std::string> all_;
    size_t taken_ = 0;
};

std::vector<std::string> split_list(const std::string &list); // a,b,c or "a b c"

// 1 when the argument at hand is one that the host device takes and has no use for.
bool is_for_cards(Arguments &arguments);

#endif
