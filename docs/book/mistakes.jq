# What `tare mistakes --json` says, as a table for the book: a line of names, a line a mistake.
["proof", "seen", "did", "why", "find", "mend"] as $told
| ([.[].seen | keys[]] | unique) as $languages
| ["id", "picture", "lab", "example"] as $facts
| $facts + [$languages[] as $language | $told[] | . + "_" + $language],
  (.[] as $mistake
   | [$mistake[$facts[]]] + [$languages[] as $language | $told[] | $mistake[.][$language] // ""])
| @tsv
