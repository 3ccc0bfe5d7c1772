# term.jq: every grading of a term -> rows, one for each student and lab. Input: gradings (-s), with
# $due, $handed, $roster and $before as lists, $count "best" or "latest", $grace late days that are free.
def day: (. // "")[0:10] | if . == "" then null else strptime("%Y-%m-%d") | mktime / 86400 end;
def late($student; $lab): ($handed | map(select(.[0] == $student and .[1] == $lab)) | last) as $h
    | ($due | map(select(.[0] == $lab)) | first) as $d
    | if $h == null or $d == null then null
      else (($h[2] | day) - ($d[1] | day)) as $days
        | if $days < 0 then 0 elif $days == 0 then (if ($h[2][11:16]) > $d[2] then 1 else 0 end) else $days end
      end;
def counted: if $count == "best" then max_by([.points // -1, .when]) else max_by(.when) end;
map({student: .submission.id, lab: .lab.folder, when, outcome, points, max_points,
     mistakes: [.findings[].mistake] | unique})
| group_by([.student, .lab]) | map(counted + {attempts: length}) as $rows
| ($before | map({key: "\(.submission.id) \(.lab.folder)", value: {outcome, points}}) | from_entries) as $old
| ($rows | map(. + {late: late(.student; .lab), week: (.lab as $l | $due | map(select(.[0] == $l)) | first | .[3] // "?")})) as $rows
| {rows: $rows,
   missing: [$roster[] as $s | $due[] as $d | select(all($rows[]; .student != $s or .lab != $d[0])) | [$s, $d[0]]],
   strangers: ([$rows[].student] | unique - $roster),
   changed: [$rows[] | ($old["\(.student) \(.lab)"]) as $was | select($was and ($was.outcome != .outcome or $was.points != .points))
             | {student, lab, was: $was, outcome, points, mistakes}],
   weeks: ($rows | group_by(.week) | map({week: .[0].week, passed: (map(select(.outcome == "pass")) | length), count: length,
           mistakes: ([.[].mistakes[]] | group_by(.) | map({id: .[0], count: length}) | sort_by(-.count))}))}
