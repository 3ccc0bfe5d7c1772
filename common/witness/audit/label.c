// label.c: what a program says about its number, in the words around it.
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "witness/audit/audit.h"

// Words, and with a star what begins a word. A word that is not here is not understood, and then
// the line is not accused: so a missing word costs a verdict, never an honest line.
static const struct {
    int means;
    const char *words;
} vocabulary[] = {
    {SAYS_PLAIN,
     " time times elapsed duration took takes runtime run runs exec execution latency ms us ns "
     "s sec seconds of the a an is was in for on at to by n m k reps size elements floats "
     "bytes iterations result measured float double threads block blocks 时间 用时 耗时 "
     "运行 的 ： ， "},
    {SAYS_PLAIN | SAYS_AVERAGE, " avg average mean 平均值 平均 "},
    {SAYS_PLAIN | SAYS_MEDIAN, " median p50 中位数 "},
    {SAYS_PLAIN | SAYS_LEAST, " best min minimum fastest least 最小 最快 "},
    {SAYS_PLAIN | SAYS_MOST, " worst max maximum slowest 最大 最慢 "},
    {SAYS_PLAIN | SAYS_PER, " per each one 单次 每次 每 "},
    {SAYS_PLAIN | SAYS_PART, " iter iteration step steps elem op hop sweep pass cycle 步 迭代 "},
    {SAYS_PLAIN | SAYS_KERNEL, " kernel kernels gpu device 核函数 "},
    {SAYS_PLAIN | SAYS_RATE, " bw throughput 吞吐量 "},
    {SAYS_PLAIN | SAYS_RATE | SAYS_MEMORY, " bandwidth 带宽 "},
    {SAYS_MEMORY, " dram hbm memory vram global 显存 内存 "},
    {SAYS_TOTAL,
     " total overall end e2e whole wall all everything sum pipeline 总 合计 端到端 全部 "},
    {SAYS_PLAIN | SAYS_COPIES,
     " copy memcpy h2d d2h htod dtoh pcie transfer upload download 拷贝 复制 传输 "},
    {SAYS_COPIES, " cop* transfer* upload* download* round* back both 包括 "},
    {SAYS_COPIES | SAYS_ALLOCATION, " with incl* "},
    {SAYS_LAUNCH,
     " launch* call* enqueue* submi* dispatch* issu* return* queue* async* overhead cpu host "
     "cuda* 启动 提交 排队 主机 "},
    {SAYS_FIRST, " first cold warm* load* compil* jit context startup start 首次 第一 冷 预热 "},
    {SAYS_FIRST | SAYS_ALLOCATION, " setup set init* "},
    {SAYS_ALLOCATION, " alloc* malloc* cudamalloc* cudafree* free prepar* 分配 "},
    {SAYS_STREAM, " stream 流 "},
    {SAYS_STREAMS, " streams "},
    {SAYS_WAIT, " wait* sync* drain* 等待 同步 "},
    {SAYS_BINARY, " binary gib mib kib 1024* "},
};

// The longest entry of these words that is the begin of the text: how long it is. A word ends where
// the text's does, except a stem.
static size_t entry_in(const char *words, const char *text, size_t length) {
    size_t longest = 0;
    for (const char *at = words; *(at += strspn(at, " "));) {
        size_t size = strcspn(at, " ");
        int stem = at[size - 1] == '*', chinese = (unsigned char)*at >= 0x80;
        size_t of = size - (size_t)stem;
        if (of <= length && (stem || chinese || of == length) && strncasecmp(at, text, of) == 0 &&
            of > longest)
            longest = chinese ? of : length;
        at += size;
    }
    return longest;
}

static int is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// The kernel's own name, without its namespace and its template's arguments.
static int is_kernel(const char *word, size_t length, const char *kernel) {
    size_t whole = strcspn(kernel, "<(");
    return length > 1 && whole >= length && strncmp(kernel + whole - length, word, length) == 0 &&
           (whole == length || kernel[whole - length - 1] == ':');
}

// What the text's words mean, all together; `*odd` counts those that are not understood.
static int meaning(const char *text, const char *kernel, int *odd) {
    const char *end = text + strlen(text);
    int means = 0, counted = 0; // counted: behind "per" or a number stands what is counted
    while (*text) {
        struct unit unit = unit_at(text, end);
        size_t length = 0, longest = 0;
        if (unit.quantity > QUANTITY_TIME) {
            means |= SAYS_RATE;
            text += unit.length;
            continue;
        }
        while (is_letter(text[length]))
            length++;
        if (!length && (unsigned char)*text < 0x80) {
            *odd += *text == '+' || *text == '&';
            text++;
            continue;
        }
        // "n=4096": a name of a size. "GB = 2^30" names a unit.
        const char *behind = text + length + strspn(text + length, " ");
        int means_now = 0, sized = *behind == '=' && isdigit((unsigned char)behind[1]);
        int is_number = length && isdigit((unsigned char)*text);
        if (length && is_kernel(text, length, kernel)) {
            means_now = SAYS_PLAIN | SAYS_KERNEL;
            longest = length;
        } else {
            size_t most = length ? length : strlen(text);
            for (size_t i = 0; i < sizeof vocabulary / sizeof *vocabulary; i++) {
                size_t of = entry_in(vocabulary[i].words, text, most);
                if (of < longest || !of)
                    continue;
                means_now = of > longest ? vocabulary[i].means : means_now | vocabulary[i].means;
                longest = of;
            }
        }
        if (counted && means_now & SAYS_LAUNCH)
            means_now = SAYS_PLAIN | SAYS_PER;
        if (!(means_now & SAYS_PLAIN) && !is_number && !counted && !sized)
            (*odd)++;
        if (!counted || longest)
            means |= means_now;
        counted = is_number || (means_now & SAYS_PER) || (counted && means_now & SAYS_KERNEL);
        text += longest ? longest : length ? length : 1;
    }
    return means;
}

int said_of(const struct printed *printed, const char *kernel) {
    const char *line = printed->words;
    size_t all = strlen(line), from = (size_t)printed->behind, until = (size_t)printed->until;
    char near[300], rest[300]; // the label, and what stands behind the number until the next one
    const char *behind = from < all ? line + from : "";
    int length = (int)(until > from ? until - from : strlen(behind));
    while (until && length && !strchr(",;|", behind[length - 1]))
        length--; // that is the next number's label
    if (until && !length)
        length = (int)(until > from ? until - from : 0);
    int odd = 0, odd_in_line = 0;
    text_format(near, sizeof near, "%s %.*s", printed->label, (int)strcspn(behind, ",;|"), behind);
    text_format(rest, sizeof rest, "%s %.*s", printed->label, length, behind);
    int close = meaning(near, kernel, &odd_in_line), lines = meaning(line, kernel, &odd_in_line);
    meaning(rest, kernel, &odd);
    int says = (close & SAYS_NEAR) | (lines & ~SAYS_NEAR & ~SAYS_PLAIN);
    if (printed->unit.per)
        says |= SAYS_PER | SAYS_PART;
    if (close & SAYS_KERNEL || (lines | close) & SAYS_RATE ||
        printed->unit.quantity > QUANTITY_TIME)
        says |= SAYS_CLAIM;
    if (!until && strchr(behind, '='))
        says |= SAYS_BINARY;
    return odd ? says : says | SAYS_PLAIN;
}

static const char *skip_number(const char *at) {
    while (*at && (isdigit((unsigned char)*at) || *at == '.' || *at == ' '))
        at++;
    return at;
}

int same_form(const struct printed *a, const struct printed *b) {
    const char *x = a->words, *y = b->words;
    for (;;) {
        x = skip_number(x);
        y = skip_number(y);
        if (*x != *y)
            return 0;
        if (!*x)
            return 1;
        x++;
        y++;
    }
}
