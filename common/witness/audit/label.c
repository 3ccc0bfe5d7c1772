// label.c: what a program says about its number, in the words around it.
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "witness/audit/audit.h"

enum {
    AVERAGE = 1 << 0,
    MEDIAN = 1 << 1,
    LEAST = 1 << 2,
    MOST = 1 << 3,
    PER = 1 << 4,
    PART = 1 << 5,
    KERNEL = 1 << 6,
    RATE = 1 << 7,
    MEMORY = 1 << 8,
    TOTAL = 1 << 9,
    COPIES = 1 << 10,
    LAUNCH = 1 << 11,
    FIRST = 1 << 12,
    ALLOCATION = 1 << 13,
    STREAM = 1 << 14,
    STREAMS = 1 << 15,
    WAIT = 1 << 16,
    BINARY = 1 << 17,
    PLAIN = 1 << 18, // it bends nothing that another word claims
};

// Words, and with a star what begins a word. A word that is not here is not understood, and then
// the line is not accused: so a missing word costs a verdict, never an honest line.
static const struct {
    int means;
    const char *words;
} vocabulary[] = {
    {PLAIN,
     " time times elapsed duration took takes runtime run runs exec execution latency ms us ns "
     "s sec seconds of the a an is was in for on at to by n m k reps size elements floats "
     "bytes iterations result measured float double threads block blocks 时间 用时 耗时 "
     "运行 的 ： ， "},
    {PLAIN | AVERAGE, " avg average mean 平均值 平均 "},
    {PLAIN | MEDIAN, " median p50 中位数 "},
    {PLAIN | LEAST, " best min minimum fastest least 最小 最快 "},
    {PLAIN | MOST, " worst max maximum slowest 最大 最慢 "},
    {PLAIN | PER, " per each one 单次 每次 每 "},
    {PLAIN | PART, " iter iteration step steps elem op hop sweep pass cycle 步 迭代 "},
    {PLAIN | KERNEL, " kernel kernels gpu device 核函数 "},
    {PLAIN | RATE, " bw throughput 吞吐量 "},
    {PLAIN | RATE | MEMORY, " bandwidth 带宽 "},
    {MEMORY, " dram hbm memory vram global 显存 内存 "},
    {TOTAL, " total overall end e2e whole wall all everything sum pipeline 总 合计 端到端 全部 "},
    {PLAIN | COPIES,
     " copy memcpy h2d d2h htod dtoh pcie transfer upload download 拷贝 复制 传输 "},
    {COPIES, " cop* transfer* upload* download* round* back both 包括 "},
    {COPIES | ALLOCATION, " with incl* "},
    {LAUNCH,
     " launch* call* enqueue* submi* dispatch* issu* return* queue* async* overhead cpu host "
     "cuda* 启动 提交 排队 主机 "},
    {FIRST, " first cold warm* load* compil* jit context startup start 首次 第一 冷 预热 "},
    {FIRST | ALLOCATION, " setup set init* "},
    {ALLOCATION, " alloc* malloc* cudamalloc* cudafree* free prepar* 分配 "},
    {STREAM, " stream 流 "},
    {STREAM | STREAMS, " streams "},
    {WAIT, " wait* sync* drain* 等待 同步 "},
    {BINARY, " binary gib mib kib 1024* "},
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
            means |= RATE;
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
            means_now = PLAIN | KERNEL;
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
        if (counted && means_now & LAUNCH)
            means_now = PLAIN | PER;
        if (!(means_now & PLAIN) && !is_number && !counted && !sized)
            (*odd)++;
        if (!counted || longest)
            means |= means_now;
        counted = is_number || (means_now & PER) || (counted && means_now & KERNEL);
        text += longest ? longest : length ? length : 1;
    }
    return means;
}

struct said said_of(const struct printed *printed, const char *kernel) {
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
    return (struct said){
        .average = close & AVERAGE,
        .median = close & MEDIAN,
        .least = close & LEAST,
        .most = close & MOST,
        .per = printed->unit.per || close & PER,
        .part = printed->unit.per || close & PART,
        .kernel = close & KERNEL,
        .claims =
            close & KERNEL || (lines | close) & RATE || printed->unit.quantity > QUANTITY_TIME,
        .plain = !odd,
        .memory = lines & MEMORY,
        .total = lines & TOTAL,
        .copies = lines & COPIES,
        .launch = lines & LAUNCH,
        .first = lines & FIRST,
        .allocation = lines & ALLOCATION,
        .stream = lines & STREAM,
        .streams = lines & STREAMS,
        .wait = lines & WAIT,
        .binary = lines & BINARY || (!until && strchr(behind, '=')),
    };
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
