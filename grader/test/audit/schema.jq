# schema.jq: the JSON of `tare audit --json`, version 1. True when the input follows it.
def text: type == "string";
def count: type == "number" and . >= 0 and . == floor;
def maybe: . == null or type == "number";
def verdict: IN("cannot-tell", "right", "time-right", "note", "suspect", "wrong");
.version == 1 and (.program | text) and (.device | text) and (.exit_code | count)
and (.trace_sha256 | test("^[0-9a-f]{64}$")) and (.left_out | count)
and ([.verdicts[]] | add) == (.numbers | length)
and all(.verdicts | keys[]; verdict)
and all(.numbers[];
    (.line | count) and (.column | count) and (.label, .text, .unit, .why, .mistake | text)
    and (.value | type == "number") and (.verdict | verdict) and (.proof | IN("none", "words", "trace")) and (.tied | type == "boolean")
    and (.luck >= 0 and .luck <= 1) and (.true | maybe)
    and (.reading == null or (.reading | (.form, .made | text) and (.count | count) and .seconds > 0))
    and (.window == null or (.window | (.kind, .finding, .kernel | text) and .kernels >= 0)))
