// groups.cpp: cooperative groups of a kernel in the words that the splitter knows. A variable that
// is this_thread_block() or a tile of at most a warp is no value then, only a name: block.sync()
// becomes
// __syncthreads(), tile.shfl_down(x, n) becomes __shfl_down_sync(lanes, x, n, width). What is not
// known here stays as it stands, and the kernel gets stacks.
#include "split.h"

#include <cstdlib>

namespace {

struct Group {
    enum { none, block, tile } kind = none;
    int size = 0, of = 0; // of: the size of the tile that it is a part of; 0: of the block
};

class Groups {
  public:
    explicit Groups(Tree &tree) : tree_(tree) {}
    void rewrite(Node *node);
    void drop_declarations(Node *node, const Node *root);

  private:
    Tree &tree_;

    Group group_of(const Node *e) const;
    Node *made(const Node *like, Form form, const std::string &word, std::vector<Node *> parts,
               std::vector<std::string> glue);
    Node *number(const Node *like, int n);
    Node *builtin(const Node *like, const char *name, const char *member);
    Node *binary(const char *op, Node *a, Node *b);
    Node *rank(const Node *like, Group g);
    void become(Node *node, Node *other);
    void call(Node *node, const std::string &word, std::vector<Node *> arguments);
    void method(Node *node, Group g, const std::string &word, std::vector<Node *> arguments);
    void vote(Node *node, Group g, const std::string &word, Node *predicate);
};

} // namespace

// cg::sync and cooperative_groups::sync are sync; tiled_partition<32> is tiled_partition.
static std::string last_name(const std::string &word) {
    std::string name = word.substr(0, word.find('<'));
    size_t colon = name.rfind(':');
    name = colon == name.npos ? name : name.substr(colon + 1);
    while (!name.empty() && name.back() == ' ')
        name.pop_back();
    return name.substr(name.find_first_not_of(' ') == name.npos ? 0 : name.find_first_not_of(' '));
}

static int tile_size(const std::string &word) { // of tiled_partition<32>; 0: not a plain number
    size_t open = word.find('<');
    int size = open == word.npos ? 0 : atoi(word.c_str() + open + 1);
    return size > 0 && size <= 32 && (size & (size - 1)) == 0 ? size : 0;
}

Group Groups::group_of(const Node *e) const {
    e = bare(e);
    if (e->is(Form::name) && e->variable && e->variable->origin == Variable::local &&
        e->variable->value && e->variable->dims.empty()) {
        for (const Use &use : uses_of(tree_.body, e->variable))
            if (use.how != Use::read && use.how != Use::lost)
                return {};
        return group_of(e->variable->value);
    }
    if (!e->is(Form::call) || !e->parts[0]->is(Form::name) || e->parts[0]->variable)
        return {};
    std::string name = last_name(e->parts[0]->word);
    if (name == "this_thread_block" && e->parts.size() == 1)
        return {Group::block, 0, 0};
    if (name != "tiled_partition" || e->parts.size() != 2)
        return {};
    Group parent = group_of(e->parts[1]);
    int size = tile_size(e->parts[0]->word);
    if (!size || parent.kind == Group::none || (parent.size && parent.size < size))
        return {};
    return {Group::tile, size, parent.size};
}

// ---- nodes that are made

Node *Groups::made(const Node *like, Form form, const std::string &word, std::vector<Node *> parts,
                   std::vector<std::string> glue) {
    Node *node = tree_.make(form, like->first, like->last, std::move(parts));
    node->word = word;
    node->glue = std::move(glue);
    return node;
}

Node *Groups::number(const Node *like, int n) {
    return made(like, Form::number, std::to_string(n), {}, {std::to_string(n) + "u"});
}

Node *Groups::builtin(const Node *like, const char *name, const char *member) {
    Node *whole = made(like, Form::name, name, {}, {name});
    Node *node = made(like, Form::member, member, {whole}, {"", std::string(".") + member});
    node->op = ".";
    return node;
}

Node *Groups::binary(const char *op, Node *a, Node *b) {
    Node *node = made(a, Form::binary, op, {a, b}, {"", std::string(" ") + op + " ", ""});
    return made(a, Form::brackets, "", {node}, {"(", ")"});
}

// threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), of a tile % its size. The
// outermost sum has no brackets, so that it is counted along the row.
Node *Groups::rank(const Node *like, Group g) {
    auto at = [&](const char *name, const char *member) { return builtin(like, name, member); };
    Node *rows =
        binary("+", at("threadIdx", "y"), binary("*", at("blockDim", "y"), at("threadIdx", "z")));
    Node *sum = binary("+", at("threadIdx", "x"), binary("*", at("blockDim", "x"), rows));
    return g.size ? binary("%", sum, number(like, g.size)) : sum;
}

void Groups::become(Node *node, Node *other) {
    Node *parent = node->parent;
    *node = *other;
    node->parent = parent;
    for (Node *part : node->parts)
        part->parent = node;
}

// The names of warp functions have no text: the emitter prints what they become.
void Groups::call(Node *node, const std::string &word, std::vector<Node *> arguments) {
    std::vector<Node *> parts = {made(node, Form::name, word, {}, {word})};
    std::vector<std::string> glue = {"", "("};
    for (Node *one : arguments) {
        parts.push_back(one);
        glue.push_back(", ");
    }
    glue.back() = arguments.empty() ? "()" : ")";
    become(node, made(node, Form::call, "", parts, glue));
}

// ---- what groups can do

void Groups::vote(Node *node, Group g, const std::string &word, Node *predicate) {
    std::string size = std::to_string(g.size);
    Node *lanes = number(node, 1); // to the eye, some of the lanes only
    lanes->glue = {g.size == 32
                       ? "0xffffffffu"
                       : "(((1u << " + size + ") - 1) << (hostcu_t & 31 & ~(" + size + " - 1)))"};
    if (word != "ballot" || g.size == 32) {
        call(node, "__" + word + "_sync", {lanes, predicate});
        return;
    }
    Node *inner = tree_.make(Form::call, node->first, node->last);
    call(inner, "__ballot_sync", {lanes, predicate});
    become(node, made(node, Form::brackets, "", {inner},
                      {"(", " >> (hostcu_t & 31 & ~(" + size + " - 1)))"}));
}

void Groups::method(Node *node, Group g, const std::string &word, std::vector<Node *> arguments) {
    const bool block = g.kind == Group::block;
    const size_t count = arguments.size();
    Node *like = node;
    auto threads = [&] {
        return binary("*", builtin(like, "blockDim", "x"),
                      binary("*", builtin(like, "blockDim", "y"), builtin(like, "blockDim", "z")));
    };
    if (one_of(word, "sync wait wait_prior") && count == 0) {
        call(node, block ? "__syncthreads" : "__syncwarp", {});
    } else if (word == "thread_rank" && count == 0) {
        become(node, rank(like, g));
    } else if (one_of(word, "size num_threads group_size") && count == 0) {
        become(node, block ? threads() : number(like, g.size));
    } else if (block && count == 0 && one_of(word, "group_index thread_index")) {
        become(node, made(like, Form::name, word == "group_index" ? "blockIdx" : "threadIdx", {},
                          {word == "group_index" ? "blockIdx" : "threadIdx"}));
    } else if (block && count == 0 && one_of(word, "group_dim dim_threads")) {
        become(node, made(like, Form::name, "blockDim", {}, {"blockDim"}));
    } else if (block) {
        return;
    } else if (word == "meta_group_rank" && count == 0) {
        Node *among = rank(like, {Group::tile, g.of, 0});
        become(node, binary("/", among, number(like, g.size)));
    } else if (word == "meta_group_size" && count == 0) {
        Node *all = g.of ? number(like, g.of) : threads();
        Node *up = binary("+", all, number(like, g.size - 1));
        become(node, binary("/", up, number(like, g.size)));
    } else if (one_of(word, "shfl shfl_up shfl_down shfl_xor") && count == 2) {
        Node *width = number(like, g.size);
        call(node, "__" + word + "_sync", {number(like, 1), arguments[0], arguments[1], width});
    } else if (one_of(word, "any all ballot") && count == 1) {
        vote(node, g, word, arguments[0]);
    } else if ((word == "reduce" && count == 2) ||
               (one_of(word, "inclusive_scan exclusive_scan") && (count == 1 || count == 2))) {
        if (count == 1)
            arguments.push_back(made(like, Form::text, "", {}, {"::cooperative_groups::plus<>()"}));
        call(node, "hostcu_" + word, {number(like, g.size), arguments[0], arguments[1]});
    }
}

void Groups::rewrite(Node *node) {
    for (Node *part : node->parts)
        rewrite(part);
    if (!node->is(Form::call))
        return;
    Node *callee = node->parts[0];
    std::vector<Node *> arguments(node->parts.begin() + 1, node->parts.end());
    if (callee->is(Form::member) && callee->op == ".") {
        Group g = group_of(callee->parts[0]);
        if (g.kind != Group::none)
            method(node, g, callee->word, arguments);
    } else if (callee->is(Form::name) && !callee->variable && !arguments.empty()) {
        Group g = group_of(arguments[0]);
        std::string word = last_name(callee->word);
        arguments.erase(arguments.begin());
        if (g.kind != Group::none && word != "tiled_partition")
            method(node, g, word, arguments);
    }
}

// A group that only its own name still tells of needs no variable.
void Groups::drop_declarations(Node *node, const Node *root) {
    for (Node *part : node->parts)
        drop_declarations(part, root);
    if (!node->is(Form::declaration))
        return;
    std::vector<Node *> left;
    for (Node *one : node->parts) {
        bool group = one->is(Form::declarator) && one->variable->value &&
                     group_of(one->variable->value).kind != Group::none;
        if (!group || !uses_of(root, one->variable).empty())
            left.push_back(one);
    }
    if (left.empty() && !node->parts.empty())
        node->form = Form::empty;
    node->parts = left;
}

void rewrite_groups(Tree &tree) {
    Groups(tree).rewrite(tree.body);
}

void drop_groups(Tree &tree) {
    for (int i = 0; i < 4; i++) // a tile of a tile of a block
        Groups(tree).drop_declarations(tree.body, tree.body);
}
