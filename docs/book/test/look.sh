#!/bin/bash
# Opens pages in headless Chromium at phone and desktop width, light and dark, and keeps
# what one sees under build/book/look. Fails when a page writes to the console.
# Usage: look.sh PAGE... (en/02-time); no page: four of each language.
out=$PWD/build/book/look
site=$PWD/build/book
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
mkdir -p "$out"
[ $# -gt 0 ] || set -- {en,zh}/{index,02-time,04-bandwidth,10-mistakes}
bad=0

shoot() { # name, width, height, more flags; the page is in a frame: Chromium's own
          # window is never narrower than 500
    timeout 60 chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --mute-audio \
        --allow-file-access-from-files --user-data-dir="$profile" --enable-logging=stderr \
        --window-size="$2,$3" --screenshot="$out/$1.png" "${@:4}" "$profile/$1.html" \
        >"$profile/log" 2>&1
    if grep 'CONSOLE' "$profile/log" | grep -v 'CONSOLE.*frame.html'; then
        echo "  FAILED  $1: wrote to the console"
        bad=1
    fi
    [ -s "$out/$1.png" ] || { echo "  FAILED  $1: no picture"; bad=1; }
}

for page in "$@"; do
    for width in 390 1280; do
        for theme in light dark; do
            name=${page//\//.}.$width.$theme
            printf '<!doctype html><body style="margin:0"><iframe src="file://%s" style="%s">' \
                "$site/${page%%#*}.html${page#"${page%%#*}"}" \
                "border:0;width:${width}px;height:${HEIGHT:-2400}px" >"$profile/$name.html"
            dark=()
            [ $theme = dark ] && dark=(--force-dark-mode)
            shoot "$name" $((width < 500 ? 500 : width)) "${HEIGHT:-2400}" "${dark[@]}"
        done
    done
done
echo "pictures: build/book/look"
exit $bad
