// formats.h: every format of a class's reports, one line each: the option's name, the writer, whose
// gradings one file holds, the ending of a student's file, and what the format is.
FORMAT("json", report_json, EVERYBODY, "json", "all gradings, for jq and a course's own tools")
FORMAT("csv", report_csv, EVERYBODY, "csv", "a row for each student and lab, for spreadsheets")
FORMAT("junit", report_junit, EVERYBODY, "xml", "JUnit XML, for GitLab, Jenkins, GitHub")
FORMAT("tap", report_tap, EVERYBODY, "tap", "Test Anything Protocol 13, for prove and meson")
FORMAT("github", report_github, EVERYBODY, "md", "a job summary in Markdown, for GitHub Actions")
FORMAT("html-class", report_html_class, EVERYBODY, "html", "a page for the class, for people")
FORMAT("html", report_html, ONE_STUDENT, "html", "a page for each student, for people")
FORMAT("gradescope", report_gradescope, ONE_STUDENT, "json", "Gradescope's results.json")
FORMAT("autolab", report_autolab, ONE_STUDENT, "txt", "Autolab's output, with its last line")
FORMAT("prairielearn", report_prairielearn, ONE_STUDENT, "json", "PrairieLearn's results.json")
FORMAT("classroom50", report_classroom50, ONE_STUDENT, "json", "Classroom 50's result.json")
