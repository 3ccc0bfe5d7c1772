# One row of labs.sh: a lab's claim in the grading of what is shipped ($a) and of the solution ($b).
def short: if . == 0 then 0 else . as $v | (pow(10; 3 - ($v | fabs | log10 | floor))) as $k
    | ($v * $k | round) / $k end;
def median: sort | .[length / 2 | floor];
def row: .rows[] | select(.what == $what);
$a[0] as $shipped | $b[0] as $solved | ($shipped | row) as $s | ($solved | row) as $t
| [$solved.runs[] | select(.role == "student") | .claims[] | select(.what == $what)] as $claims
| ([$claims[] | (if .flops > 0 then .flops else .bytes end) / .seconds] | median) as $reached
| [$lab, $what, ($s | .unit, .work, .time, .rate | short), $shipped.outcome,
   ([$shipped.findings[] | select(.what == $what) | .mistake] | join(" ")),
   ($t | .time, .time_low, .time_high | short), $solved.outcome, $lines,
   ($reached / 1e9 | short), $name, (if $most > 0 then $reached / $most | short else "" end)]
| map(tostring) | join(",")
