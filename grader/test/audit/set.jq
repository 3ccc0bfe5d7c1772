# set.jq: one program's audit against its truth. --rawfile truth NAME.truth --arg name NAME
# A truth is a line "LABEL: true" or "LABEL: wrong: CAUSE" for each measured number.

# The catalogue's ids that a cause in words may have.
def ids: [
  ["no sync|only the launch|not waited for the kernel", "launch-only|queue-full"],
  ["asynchronous copy|copy.*not waited", "not-waited-copy|launch-only"],
  ["1e6, not 1e3|factor|milliseconds divided|seconds called|called (m|u)?s|microseconds", "ms-as-s|s-as-ms"],
  ["counted once|one way|only (the )?(read|writ)", "one-way"],
  ["two of three", "two-of-three"],
  ["counted twice|twice the bytes|too many bytes|bytes .*too many", "counted-twice|three-of-two|every-load|runs-not-counted"],
  ["not divided|whole loop|all (the )?runs", "batch-not-divided|accumulated"],
  ["twice|squared", "divided-twice|fma-twice|counted-twice"],
  ["copies .*inside|copies .*included|transfers? .*inc", "copies-inside"],
  ["stale|asked before", "stale-elapsed|event-without-timing"],
  ["four operations", "fma-twice"], ["one operation", "half-the-flops"],
  ["sizeof|element", "element-size|elements-not-bytes"],
  ["alloc|malloc", "allocation-inside"],
  ["median|largest|smallest|minimum|best|average|mean", "not-the-median|minimum-as-typical|single-run|mean-of-outliers|first-run"],
  ["MiB per|MiB/ms", "mib-per-ms"], ["GiB|2\\^30|1024", "gib-as-gb|mib-per-ms|gb-as-gib|kib-per-us"],
  ["bits", "bits-for-bytes|bytes-for-bits"],
  ["reversed|order", "reversed-events"], ["cpu clock|processor|clock\\(\\)", "cpu-clock"],
  ["first|warm|cold", "first-run|mean-of-outliers"],
  ["stream", "other-stream|one-of-streams"],
  ["iterations|counts|repetitions", "times-repetitions|other-count|runs-not-counted"],
  ["memset|flush", "flush-inside"], ["context", "first-run"], ["cache", "hot-as-memory"],
  ["nothing|no kernel|fail", "nothing-ran|failed"], ["earlier|before the start", "counts-earlier-work"],
  ["host|print|sleep", "host-overhead|sleep-inside"]];
def words: ascii_downcase | [scan("[a-z0-9/]{2,}")];
def near($truth): . as $n | (($n.label + " " + $n.unit) | words) as $have |
  ($truth.label | words | map(select(. as $w | any($have[]; . == $w))) | length)
  + (if ($truth.label | endswith($n.unit)) or ($truth.label | contains("(" + $n.unit)) then 2 else 0 end);

. as $audit |
[$truth | split("\n")[] | select(length > 0) |
  capture("^(?<label>.*?): (?<said>true|wrong)(: (?<cause>.*))?$")] as $truths |
(if ($truths | length) == ($audit.numbers | length) then
  [range($truths | length) | [$truths[.], $audit.numbers[.]]]
else
  reduce $truths[] as $t ({left: $audit.numbers, pairs: []};
    (.left | map(near($t))) as $scores |
    (if ($scores | length) > 0 and ($scores | max) > 0
      then ($scores | index($scores | max)) else null end) as $at |
    if $at == null then .pairs += [[$t, null]]
    else .pairs += [[$t, .left[$at]]] | .left |= del(.[$at]) end) | .pairs
end)[] | . as [$t, $n] |
($n.mistake // "" | sub(".*/"; "")) as $named |
[$name, $t.label, $t.said, ($n.verdict // "not-read"), ($n.mistake // ""),
 (if $n == null then "unread"
  elif $t.said == "true" then
    if $n.verdict == "wrong" then "ACCUSED" elif $n.verdict == "suspect" then "suspected"
    elif $n.tied then "tied" else "untied" end
  elif $n.verdict == "wrong" or $n.verdict == "suspect" then
    if any(ids[]; . as [$r, $i] | ($t.cause | test($r)) and $named != "" and
      ($named | test("^(" + $i + ")$"))) then "named" else "misnamed" end
  elif $n.tied then "missed" else "untied-wrong" end), ($t.cause // "")] | @tsv
