# page.jq: what term.jq found, as one page for the class. Only ids: nobody's name, nobody's program.
def cell: tostring | @html | "<td>\(.)</td>";
def table($head; $rows): "<table><tr>\($head | map("<th>\(.)</th>") | add)</tr>" + ($rows | map("<tr>\(map(cell) | add)</tr>\n") | add // "") + "</table>";
($words | split("|")) as $w
| "<!doctype html><html lang=\"\($w[0])\"><meta charset=\"utf-8\"><title>\($w[1])</title><style>body{font:1rem/1.5 system-ui,'Noto Sans CJK SC',sans-serif;max-width:60rem;margin:auto;padding:1rem}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .7rem;border-bottom:1px solid #d5d5d5}</style><h1>\($w[1])</h1>",
  "<h2>\($w[2])</h2>", table([$w[3], $w[4], $w[5]]; [.weeks[] | [.week, "\(.passed) / \(.count)", (.mistakes | map("\(.id) \(.count)") | join(", "))]]),
  "<h2>\($w[6])</h2>", table([$w[7], $w[8], $w[9], $w[10], $w[11], $w[12]]; [.rows[] | [.student, .lab, .outcome, (.points // "-"), .attempts, (.late // "?")]]),
  "<h2>\($w[13])</h2>", table([$w[7], $w[8]]; .missing),
  "<h2>\($w[14])</h2>", table([$w[7], $w[8], $w[15], $w[9]]; [.changed[] | [.student, .lab, "\(.was.outcome) \(.was.points // "-")", "\(.outcome) \(.points // "-")"]])
