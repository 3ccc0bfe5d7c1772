#!/bin/bash
# pack.sh SYSTEM LAB ...: autograders/SYSTEM of the course in this folder, from tare-staff.tar.gz.
# A template says @LAB@ where the lab's number belongs, and @POINTS@ for its points. A line that ends with
# "# image" stands where the course names an image in which everything is built, STAFF_IMAGE or for the
# students' repositories STUDENT_IMAGE; one with "# no image" stands where it names none.
set -eu
system=$1 course=$PWD
shift
templates=$(dirname "$(realpath "$0")") tree=$(realpath "$(dirname "$0")/../../../..")
case $system in
github | gitlab) image=${STUDENT_IMAGE:-} ;;
prairielearn | autolab) image=${STAFF_IMAGE:-} ;;
*) image= ;; # Gradescope makes its own image, and Classroom 50 lets name none
esac
room=autograders/$system.new
rm -rf "$room" && mkdir -p "$room"
fill() { # TEMPLATE FILE
    mkdir -p "$(dirname "$2")"
    sed "/# ${image:+no }image$/d; s/ *# \(no \)\?image$//; s|@IMAGE@|$image|; s/@LAB@/$lab/g; s/@POINTS@/$points/g" \
        "$templates/$1" >"$2"
}
kit() { # FOLDER: what grades wherever a shell runs it
    mkdir -p "$1"
    cp "$templates/grade.sh" "$1/"
    if [ "$image" ]; then cp "$course/course.meta" "$1/"; else cp "$course/tare-staff.tar.gz" "$1/"; fi
    chmod +x "$1/grade.sh"
}
for lab; do
    points=$("$tree/build/tare" lab "$lab" points)
    case $system in
    gradescope) (cd "$tree" && STAFF=$course/tare-staff.tar.gz grader/gradescope/pack.sh "$lab" >/dev/null) && mv "$tree/dist/gradescope-$lab.zip" "$room/" ;;
    github) # a student's repository: a workflow that calls a reusable action
        fill github.yml "$room/.github/workflows/check-$lab.yml"
        [ "$image" ] || fill action.yml "$room/.github/actions/tare-check/action.yml" ;;
    gitlab) fill gitlab.yml "$room/lab-$lab.gitlab-ci.yml" ;;
    classroom50) # its runner starts autograder.py and reads ./result.json
        kit "$room/lab-$lab" && fill classroom50.py "$room/lab-$lab/autograder.py" ;;
    prairielearn) # a question folder; /grade/tests is its tests/
        kit "$room/tare-$lab/tests"
        fill prairielearn.json "$room/tare-$lab/info.json"
        fill prairielearn.html "$room/tare-$lab/question.html"
        fill prairielearn.sh "$room/tare-$lab/tests/run.sh"
        chmod +x "$room/tare-$lab/tests/run.sh" ;;
    autolab) # autograde.tar and its Makefile
        kit "$room/lab-$lab/kit" && fill autolab.make "$room/lab-$lab/autograde-Makefile"
        tar -C "$room/lab-$lab/kit" -cf "$room/lab-$lab/autograde.tar" . && rm -r "$room/lab-$lab/kit" ;;
    esac
done
rm -rf "autograders/$system"
mv "$room" "autograders/$system"
