#!/bin/bash
# Opens every page in headless Chromium, phone and desktop, light and dark, and holds what it
# sees against looks.txt.xz, what a person looked at and found right (`make book-looked` writes
# it). Positions may differ by a few pixels and lightness by a little: fonts and versions do.
# Usage: screen.sh [--keep]
here=$PWD/docs/book/test site=$PWD/build/book work=$PWD/build/book/screen height=1600
passed=0 failed=0 skipped=0
mkdir -p "$work"
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
browse() { # theme, URL, more flags: what Chromium writes; its console into $work/console
    local dark=()
    [ "$1" = light ] || dark=(--blink-settings=preferredColorScheme=0)
    timeout 400 "$chromium" --headless --no-sandbox --disable-gpu --hide-scrollbars --mute-audio \
        --allow-file-access-from-files --user-data-dir="$profile" --enable-logging=stderr \
        "${dark[@]}" "${@:3}" "$2" 2>"$work/stderr"
    grep 'CONSOLE' "$work/stderr" >>"$work/console"
}
result() { # what, what is wrong with it
    if [ -z "$2" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n' "$1"
        head -12 <<<"$2" | sed 's/^/          /'
    fi
}
finish() {
    echo "book_screen: $passed passed, $failed failed, $skipped skipped"
    [ $failed = 0 ]
    exit
}
: >"$work/console"
if [ -z "$chromium" ] || ! browse light 'data:text/html,<p>here' --dump-dom | grep -q here; then
    echo "  skipped what pages look like: no Chromium that starts"
    skipped=1
    finish
fi
looked='"en/02-time","en/10-mistakes","en/04-bandwidth","en/lab-01","zh/02-time","zh/10-mistakes","zh/04-bandwidth","zh/lab-01"'
every=$(cd "$site" && printf '"%s",' en/*.html zh/*.html | sed 's/\.html//g')
page() { # name, definitions
    printf '<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark">%s' \
        "<body><pre id=\"out\"></pre><script>const SITE = 'file://$site/', PAGES = [$every], LOOK = [$looked], HEIGHT = $height; $2</script>" \
        "<script src=\"file://$here/screen.js\"></script>" >"$work/$1.html"
}
page pages ''
: >"$work/seen"
for theme in light dark; do
    browse $theme "file://$work/pages.html" --virtual-time-budget=600000 --dump-dom |
        sed -n '/<pre id="out">/,/<\/pre>/p' | sed 's/.*<pre id="out">//; s/<\/pre>.*//' >>"$work/seen"
    { # all frames side by side, photographed, and the photograph read
        echo '<!doctype html><meta name="color-scheme" content="light dark"><body style="margin:0;white-space:nowrap;font-size:0">'
        for width in 390 1280; do
            for name in ${looked//,/ }; do
                echo "<iframe src=\"file://$site/${name//\"/}.html\" style=\"border:0;width:${width}px;height:${height}px\"></iframe>"
            done
        done
    } >"$work/frames.html"
    browse $theme "file://$work/frames.html" --window-size=13360,$height --screenshot="$work/$theme.png"
    page light "const SHOTS = 'file://$work/$theme.png', THEME = '$theme';"
    browse light "file://$work/light.html" --virtual-time-budget=60000 --dump-dom |
        sed -n '/<pre id="out">/,/<\/pre>/p' | sed 's/.*<pre id="out">//; s/<\/pre>.*//' >>"$work/seen"
done
if [ "$1" = --keep ]; then
    grep -E '^(look|light) ' "$work/seen" | xz -9 >"$here/looks.txt.xz"
    echo "kept $(xz -dc "$here/looks.txt.xz" | wc -l) lines in ${here#"$PWD"/}/looks.txt.xz"
    exit
fi
result 'Chromium opens every page' "$([ "$(grep -c '^done' "$work/seen")" = 4 ] || echo 'it did not come to the end')"
result 'no page writes to the console' "$(cat "$work/console")"
result 'nothing stands out, is missing, or is too pale' "$(sed -n 's/^bad //p' "$work/seen")"
result 'pages are laid out as was looked at' "$(awk -f "$here/screen.awk" -v kind=look <(xz -dc "$here/looks.txt.xz") "$work/seen")"
result 'pages look as was looked at' "$(awk -f "$here/screen.awk" -v kind=light <(xz -dc "$here/looks.txt.xz") "$work/seen")"
finish
