# What the Trace Event Format asks of a file: an array of events, each with a name, a phase
# and numbers for process and thread; all but metadata have a time, complete ones a length.
def number_at_least_0: type == "number" and . >= 0;
type == "array" and length > 10 and all(.[];
    (.name | type == "string") and (.ph | IN("M", "X", "i")) and
    (.pid | number_at_least_0) and (.tid | number_at_least_0) and
    (if .ph == "M" then (.args | type == "object") else (.ts | number_at_least_0) end) and
    (if .ph == "X" then (.dur | number_at_least_0) else has("dur") | not end) and
    (if .ph == "i" then (.s // "t" | IN("g", "p", "t")) else true end))
