#!/bin/bash
# A course of one file: what it makes in both languages, what an edit makes again, each bad input a
# sentence with file and line, and an autograder package run as its system would run it.
set -u
passed=0 failed=0 skipped=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES TARE_COURSE
export TARE_LANG=en NO_COLOR=1 DEVICE=host LC_ALL=C.UTF-8
tell() { # condition's exit code, words
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $2"
        tail -5 "$here/said" | sed 's/^/          | /'
    fi
}
course() { build/tare course "$here/course.toml" --out "$here/out" >"$here/said" 2>&1; }
says() { grep -qF -- "$1" "$here/said"; }
write() { # sed's script: the guide's own example, changed
    awk '/^```toml/ {inside = 1; next} /^```/ {inside = 0} inside' docs/book/12-instructor.en.md | sed "${1:-}" >"$here/course.toml"
}

write
tell "$([ "$(wc -l <"$here/course.toml")" -le 15 ]; echo $?)" "the guide's course has at most 15 lines"
tell "$(diff "$here/course.toml" <(awk '/^```toml/ {inside = 1; next} /^```/ {inside = 0} inside' docs/book/12-instructor.zh.md) >"$here/said"; echo $?)" \
    "the guide's course differs between the languages"
course
tell $? "the guide's course"
tell "$(says '4 weeks, 12 labs'; echo $?)" "four weeks, twelve labs"
tell "$(grep -q 'from 2027-01-18' "$here/out/syllabus.md" && grep -q '2027-01-17, 23:59' "$here/out/syllabus.md"; echo $?)" "weeks and due dates"
tell "$(grep -q '| goal | Compute how fast' "$here/out/labs/08_peak.md" && grep -q '| do before | 01 |' "$here/out/labs/08_peak.md" &&
    grep -q '| minutes | 25 |' "$here/out/labs/08_peak.md" && grep -q '| points | 20 |' "$here/out/labs/08_peak.md"; echo $?)" \
    "a lab's page has its goal, prerequisites, minutes and points"
tell "$(! grep -q 'A harder question' "$here/out/labs/08_peak.md"; echo $?)" "a lab's page does not say what comes after the pass"
factor=$(awk -F, '$1 == "01" {print $6}' docs/measured/h200/labs.csv)
tell "$([ "$factor" ] && grep -q "NVIDIA H200.*$factor" "$here/out/slides/week1.md" && grep -q '::: notes' "$here/out/slides/week1.md"; echo $?)" "slides: measured figures and notes"
# Every section of every chapter that teaches has one week: parts 1 to N of each chapter, once each.
parts() { cat "$here"/out/slides/week*.md | sed -n 's/^::: {.chapter number=\([0-9]*\) .* part=\([0-9]*\) of=\([0-9]*\)}$/\1 \2 \3/p'; }
parts | awk '{seen[$1]++; of[$1] = $3; if ($2 != seen[$1]) print "chapter " $1 ": part " $2 " is not part " seen[$1]}
    END {for (c = 1; c <= 9; c++) if (seen[c] != of[c] || !seen[c]) print "chapter " c ": " seen[c] + 0 " parts of " of[c] + 0}' >"$here/said"
tell "$([ ! -s "$here/said" ]; echo $?)" "slides: a chapter that is lost, or told twice"
tell "$([ "$(for week in 1 2 3 4; do grep -c '^::: {.chapter' "$here/out/slides/week$week.md"; done | sort -n | tail -1)" -le 3 ]; echo $?)" \
    "slides: nine chapters in four weeks, and a week with more than three"
tell "$([ "$(cat "$here/out/course.meta" | grep '^08' | paste -sd';')" = '08 points = 20;08 tolerance = 0.1;08 feedback = name' ]; echo $?)" "course.meta"
tell "$([ "$(TARE_COURSE=$here/out/course.meta build/tare lab 08 points)" = 20 ] && [ "$(build/tare lab 08 points)" = 10 ]; echo $?)" \
    "the course's points count where the course grades"
TARE_COURSE=$here/none build/tare lab 08 points >"$here/said" 2>&1
tell "$([ $? = 2 ] && says 'No such file'; echo $?)" "a course.meta that is gone"
stamp=$(stat -c %Y.%y "$here/out/slides/week4.md")
course
tell "$(says ' 0 files are new'; echo $?)" "nothing changed: nothing written"
write 's/points = 20/points = 30/'
course
tell "$(says ' 3 files are new'; echo $?)" "new points: course.meta, the syllabus and one page"
tell "$([ "$stamp" = "$(stat -c %Y.%y "$here/out/slides/week4.md")" ]; echo $?)" "slides are left as they are"
write '8a project = 40'
course
tell "$(awk -F'|' '/^\|.*labs\/|project.html/ {sum += $6} /^\| \*\*all/ {gsub(/\*/, ""); said = $6} END {exit !(sum == 260 && said == 260)}' "$here/out/syllabus.md"; echo $?)" \
    "the points of the syllabus add up"
tell "$(grep -q '^- Lab 18 alone counts 100 of the 260 points, 38 %' "$here/out/syllabus.md"; echo $?)" "the share of lab 18 in words"
tell "$(grep -q '^## The rubric' "$here/out/project.md" && grep -q 'counts 40 points' "$here/out/project.md"; echo $?)" "a project with its rubric"
tell "$(grep -qF '| do before | 10 15 (not in this course) |' <(sed 's/\\//g' "$here/out/labs/16_roofline.md"); echo $?)" "a lab that comes before, and is not in the course"
tell "$(grep -q 'Week 2, .* | chapter 2, Time; chapter 3, ' "$here/out/syllabus.md"; echo $?)" "what is read before a week"
write 's/language = "en"/language = "zh"/; 8a project = 40'
course
tell "$(grep -q '^## 评分表' "$here/out/project.md" && grep -qF '实验 18 就占 260 分中的 100 分' "$here/out/syllabus.md"; echo $?)" "project and share in Chinese"
tell "$(grep -q '| 目标 | 根据设备' "$here/out/labs/08_peak.md" && grep -q '之后：' "$here/out/slides/week1.md"; echo $?)" "in Chinese"
# What a lab teaches stands on one slide behind the questions, and on no other page of a student.
for language in en zh; do
    write "s/^labs = .*/labs = [$(build/tare lab all number | sed 's/.*/"&"/' | paste -sd,)]/; s/language = \"en\"/language = \"$language\"/"
    course
    tell $? "a course of all labs: $language"
    plain() { sed "s/&#39;/'/g; s/\\\\//g" "$@"; }
    pages=$(plain "$here"/out/syllabus.md "$here"/out/labs/*.md)
    asked=$(plain "$here"/out/slides/*.md | awk '/^title:/ {answers = 0} /^# (Afterwards: |之后：)/ {answers = 1} !answers')
    answered=$(plain "$here"/out/slides/*.md | awk '/^title:/ {answers = 0} /^# (Afterwards: |之后：)/ {answers = 1} answers')
    for lab in $(build/tare lab all number); do
        teaches=$(build/tare lab "$lab" teaches.$language) goal=$(build/tare lab "$lab" goal.$language)
        [[ $pages$asked != *"$teaches"* ]] || echo "lab $lab: told before the pass"
        [[ $pages == *"$goal"*"$goal"* && $asked == *"$goal"* ]] || echo "lab $lab: no goal"
        [ "$(grep -cxF -- "$teaches" <<<"$answered")" = 1 ] || echo "lab $lab: not told afterwards"
    done >"$here/said"
    tell "$([ ! -s "$here/said" ]; echo $?)" "questions first, answers afterwards: $language"
    tell "$(! grep -l -- '<!--' "$here"/out/labs/*.md "$here"/out/slides/*.md >"$here/said"; echo $?)" "a number's mark is shown: $language"
    rm -rf "$here/out"
done

if command -v pandoc >/dev/null; then
    write && course && make -s -C "$here/out" TREE="$PWD" pages >"$here/said" 2>&1
    tell $? "pages and slides"
    tell "$([ "$(cat "$here"/out/labs/*.html "$here"/out/slides/*.html "$here"/out/*.html | grep -cE '(src|href)="https?:|@import')" = 0 ]; echo $?)" "they load nothing from the network"
    shown=$(tr '\n' ' ' <"$here/out/slides/week1.html")
    tell "$([[ $shown == *'A launch is a request</h1>'*'puts work into a queue and returns.</li>'*'class="notes"'*'So do memory copies whose name ends in'* ]]; echo $?)" \
        "a slide of the book: heading, sentence, the paragraph in the notes"
    tell "$(! grep -lE '(<|&lt;)!--|h200\.|include=|\[\]\{' "$here"/out/slides/*.html >"$here/said"; echo $?)" "a mark of the book's sources is shown"
    grep -oE 'about [0-9]+ minutes' <(for week in 1 2 3 4; do tr '\n' ' ' <"$here/out/slides/week$week.html"; echo; done) |
        awk '$2 < 60 || $2 > 120 {print} END {if (NR != 4) print NR " weeks say their minutes"}' >"$here/said"
    tell "$([ ! -s "$here/said" ]; echo $?)" "a deck with which 90 minutes are not held"
    tell "$(grep -q '<section id=.*class="level1"' "$here/out/slides/week1.html" && grep -q 'class="notes"' "$here/out/slides/week1.html"; echo $?)" "a section for each slide, with notes"
    tell "$([ -z "$(make -s -n -C "$here/out" TREE="$PWD" pages)" ]; echo $?)" "pages are made once"
    # A text is shown as it stands, in the course's file as in a lab's.
    nasty="<script>alert('1')</script> & \$x\$ **b** [l](javascript:f) {=html} : # %"
    shown=$(printf '%s' "$nasty" | sed "s/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/'/\&#39;/g")
    mkdir "$here/root" && cp -rs "$PWD"/{common,solutions,docs,grader,labs} "$here/root/" && rm "$here/root/labs/08_peak/lab.meta"
    NASTY=$nasty awk '/^(title|goal|teaches).en/ {$0 = $1 " = " ENVIRON["NASTY"]} {print}' labs/08_peak/lab.meta >"$here/root/labs/08_peak/lab.meta"
    write && NASTY=$nasty awk '/^title/ {$0 = "title = \"" ENVIRON["NASTY"] "\""} {print}' "$here/course.toml" >"$here/nasty.toml"
    TARE_ROOT=$here/root build/tare course "$here/nasty.toml" --out "$here/nasty" >"$here/said" 2>&1 &&
        make -s -C "$here/nasty" TREE="$PWD" pages >"$here/said" 2>&1
    tell $? "a course with markup in its texts"
    for page in syllabus labs/08_peak slides/week1 slides/week3; do
        echo "$page $(tr '\n' ' ' <"$here/nasty/$page.html" | grep -oF -- "$shown" | wc -l)"
    done >"$here/said"
    tell "$(diff <(printf '%s\n' 'syllabus 4' 'labs/08_peak 3' 'slides/week1 2' 'slides/week3 8') "$here/said"; echo $?)" "a text is not shown as it stands"
    tell "$(! grep -rl --include='*.html' -e '<script>alert' -e '<strong>b<' -e 'href="javascript' "$here/nasty" >"$here/said"; echo $?)" "a text is executed"
    echo 'Text <script>alert(1)</script><div onclick="f">' >>"$here/nasty/labs/08_peak.md"
    make -s -C "$here/nasty" TREE="$PWD" pages >"$here/said" 2>&1
    tell "$(! grep -e '<script>alert' -e '<div onclick' "$here/nasty/labs/08_peak.html" >"$here/said"; echo $?)" "a handout is executed"
    mkdir "$here/bin"
    for user in 0 1000; do
        printf '#!/bin/sh\necho %s\n' $user >"$here/bin/id" && chmod +x "$here/bin/id"
        PATH=$here/bin:$PATH make -s -n -C "$here/out" TREE="$PWD" slides/week1.pdf >"$here/said" 2>&1
        tell "$(says 'print-to-pdf' && [ "$(grep -c -- --no-sandbox "$here/said")" = $((user == 0)) ]; echo $?)" "the browser's sandbox of user $user"
    done
else
    skipped=$((skipped + 10))
fi

bad() { # CASE, LINE: WORDS, sed's script
    write "$3"
    rm -rf "$here/out"
    course
    tell "$([ $? = 2 ] && says "course.toml:$2"; echo $?)" "$1: wanted \"$2\""
    tell "$([ ! -e "$here/out" ]; echo $?)" "$1: something was written"
}
bad "a wrong key" '3: weks: there is no such key; did you mean "weeks"?' '3s/weeks/weks/'
bad "a day that is none" '4: start: there is no such day' '4s/2027-01-11/2027-02-31/'
bad "a day that is no day" '4: start: this wants a day' '4s/2027-01-11/"monday"/'
bad "a lab that is none" '7: labs: no lab "77"' '7s/"01"/"77"/'
bad "a lab named twice" '7: labs: lab 02 is named twice' '7s/"01"/"02"/'
bad "weeks that do not hold the labs" '7: labs: 1 weeks of at most 6 labs hold 6, and these are 12' '3s/4/1/'
bad "no weeks" '3: weeks: a whole number' '3s/4/0/'
bad "a due time that is none" '5: due: say a weekday' '5s/Sun/Sonntag/'
bad "an hour that is none" '5: due: say a weekday' '5s/23:59/24:59/'
bad "a time zone that is none" '6: timezone: say' '6s/Europe/Atlantis/'
bad "points that are none" '8: points: a number above 0' '8s/10/-1/'
bad "points in quotes" '8: points: this wants a number' '8s/10/"ten"/'
bad "a project that is worth nothing" '8: project: its points' '8s/.*/project = 0/'
bad "a tolerance that is none" '15: tolerance: a share' '15s/0.1/1.5/'
bad "no such level" '9: feedback: say' '9s/name/some/'
bad "no such language" '2: language: the languages are' '2s/en/fr/'
bad "no such device" '10: device: say' '10s/host/abacus/'
bad "no such system" '11: systems: the systems are' '11s/github/blackboard/'
bad "an image without a tag" '8: staff_image: say the image as its registry names it' '8s|.*|staff_image = "registry.example.org/course/tare-staff"|'
bad "an image with its protocol" '8: staff_image: say the image as its registry names it' '8s|.*|staff_image = "https://registry.example.org/tare-staff:1"|'
bad "an image with capitals" '8: student_image: say the image as its registry names it' '8s|.*|student_image = "registry.example.org/Course/tare:1"|'
bad "an image with a command in it" '8: student_image: say the image as its registry names it' '8s|.*|student_image = "tare:1;id"|'
bad "no name of an image" '8: staff_image: say the image as its registry names it' '8s|.*|staff_image = ""|'
bad "the solutions for students" '9: student_image: students could read the solutions' '8s|.*|staff_image = "a.example/tare:1"|; 9s|.*|student_image = "a.example/tare:1"|'
bad "an image of a lab" '14: staff_image: there is no such key for a lab' '14s|.*|staff_image = "a.example/tare:1"|'
bad "a table of another lab" '14: points: the course has no [lab.04]' '13s/08/04/'
bad "a key that no lab has" '14: weeks: there is no such key for a lab' '14s/points/weeks/'
bad "a day before the course" '14: day: this day is before' '14s/.*/day = 2020-01-01/'
bad "a control character" '1: this is no "text"' '1s/M/\x01/'
bad "no text" '1: this is no "text"' '1s/"$//'
bad "twice" '9: this key is here twice' '9s/.*/points = 3/'
bad "a line of nothing" '3: there is no "="' '3s/=/:/'
bad "no labs" '1: the course: it names no labs' '7d; /^labs/d'
build/tare course "$here/nothing.toml" --out "$here/out" >"$here/said" 2>&1
tell "$([ $? = 2 ] && says 'No such file'; echo $?)" "no file"

# A package of each system, unpacked and run as its system would run it.
write 's/^labs = .*/labs = ["08"]/; s/"gradescope", //'
course
TARE_COURSE=$here/out/course.meta common/make/dist.sh staff >"$here/said" && cp dist/tare-staff.tar.gz "$here/out/"
for system in github gitlab classroom50 prairielearn autolab; do
    (cd "$here/out" && "$OLDPWD/grader/staff/course/systems/pack.sh" $system 08) >"$here/said" 2>&1
    tell $? "$system: packed"
done
tell "$(! grep -rq '@LAB@\|@POINTS@' "$here/out/autograders" --include='*.yml' --include='*.json' --include='*.html' --include='*.py'; echo $?)" "a template is not filled in"
tell "$(jq -e '.gradingMethod == "External"' "$here/out/autograders/prairielearn/tare-08/info.json" >"$here/said" 2>&1; echo $?)" "info.json"
tell "$(jq -e '.externalGradingOptions | .image == "ubuntu:24.04" and .enableNetworking' "$here/out/autograders/prairielearn/tare-08/info.json" >"$here/said" 2>&1; echo $?)" \
    "no image: a public one, and packages from the network"
tell "$(! grep -rE '@IMAGE@|# (no )?image' "$here/out/autograders" --include='*.yml' --include='*.json' --include='*-Makefile' >"$here/said"; echo $?)" "a template's mark is left"
tree=$here/kit
mkdir "$tree" && tar -xzf "$here/out/tare-staff.tar.gz" -C "$tree" --strip-components=1
mkdir "$tree/build" && tar -C build -cf - --exclude=./{check,test,book,gpu} . | tar -C "$tree/build" -xmf -
export TARE_TREE=$tree
room=$here/grade
mkdir -p "$room/student"
cp -r "$here/out/autograders/prairielearn/tare-08/tests" "$room/tests"
cp solutions/08_peak/lab.cu "$room/student/"
TARE_GRADE=$room "$room/tests/run.sh" >"$here/said" 2>&1
tell "$(jq -e '.gradable and .score == 1 and .tests[0].max_points == 20' "$room/results/results.json" >/dev/null 2>&1; echo $?)" \
    "prairielearn: a right submission has the course's points"
mkdir "$here/repository" && cp labs/08_peak/lab.cu "$here/repository/"
if command -v python3 >/dev/null; then
    (cd "$here/repository" && python3 "$here/out/autograders/classroom50/lab-08/autograder.py") >"$here/said" 2>&1
    tell "$([ $? = 0 ] && [ "$(jq -r .score "$here/repository/result.json")" = 0 ]; echo $?)" "classroom50: as shipped has no points"
else
    skipped=$((skipped + 1))
fi
mkdir "$here/autolab" && cp "$here"/out/autograders/autolab/lab-08/autograde* solutions/08_peak/lab.cu "$here/autolab/"
make -s -C "$here/autolab" -f autograde-Makefile >"$here/said" 2>/dev/null
tell "$(tail -1 "$here/said" | jq -e '.scores' >/dev/null 2>&1; echo $?)" "autolab: the last line is its result"

# With images in a registry nothing is installed, and no archive of the tree is packed.
write 's/^labs = .*/labs = ["08"]/; s/"gradescope", //; 8a staff_image = "registry.example.org:5000/course/tare-staff:1"
8a student_image = "registry.example.org/course/tare-student@sha256:'"$(printf '%064d' 7)"'"'
course
tell $? "a course with images"
made=$here/out/autograders
make -s -C "$here/out" TREE="$PWD" -o tare-staff.tar.gz autograders >"$here/said" 2>&1
tell $? "a new image: the autograders are packed again"
tell "$(jq -e '.externalGradingOptions | .image == "registry.example.org:5000/course/tare-staff:1" and (.enableNetworking | not)' "$made/prairielearn/tare-08/info.json" >"$here/said" 2>&1; echo $?)" \
    "prairielearn: the image, and no network"
tell "$(grep -q '^    container: registry.example.org/course/tare-student@sha256:0*7$' "$made/github/.github/workflows/check-08.yml" &&
    grep -q '^  image: registry.example.org/course/tare-student@sha256:0*7$' "$made/gitlab/lab-08.gitlab-ci.yml"; echo $?)" "github, gitlab: the students' image"
grep -rE 'tare-staff|deps-demo|apt-get|# (no )?image|@[A-Z]+@' "$made"/git* >"$here/said"
tell "$([ $? = 1 ] && [ ! -e "$made/github/.github/actions" ]; echo $?)" "github, gitlab: nothing is installed, and nothing names the staff's image"
tell "$(grep -q 'registry.example.org:5000/course/tare-staff:1, with' "$made/autolab/lab-08/autograde-Makefile"; echo $?)" "autolab: the name of the image"
{ find "$made/prairielearn" -name '*.tar.gz'; tar -tf "$made/autolab/lab-08/autograde.tar" | grep 'tar.gz'; } >"$here/said"
tell "$([ ! -s "$here/said" ]; echo $?)" "the tree is packed beside the image that holds it"
tell "$([ -e "$made/classroom50/lab-08/tare-staff.tar.gz" ]; echo $?)" "classroom50 still brings the tree"
rm -rf "$room/tests" && cp -r "$made/prairielearn/tare-08/tests" "$room/tests"
TARE_TREE=$PWD TARE_GRADE=$room "$room/tests/run.sh" >"$here/said" 2>&1
tell "$(jq -e '.gradable and .score == 1 and .tests[0].max_points == 20' "$room/results/results.json" >/dev/null 2>&1; echo $?)" \
    "prairielearn: the course's points count with any image"
echo "course_file: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
