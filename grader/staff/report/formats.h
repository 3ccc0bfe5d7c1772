// formats.h: every format that a class is reported in, a line each: the option's name, the
// writer, whose gradings one file holds, the ending of a student's file, what it is.
FORMAT("json", report_json, EVERYBODY, "json", "every grading whole, for jq and a course's own tools")
FORMAT("csv", report_csv, EVERYBODY, "csv", "a row a student and lab, for spreadsheets")
FORMAT("junit", report_junit, EVERYBODY, "xml", "JUnit XML, for GitLab, Jenkins, GitHub")
FORMAT("tap", report_tap, EVERYBODY, "tap", "Test Anything Protocol 13, for prove and meson")
FORMAT("github", report_github, EVERYBODY, "md", "a job summary in Markdown, for GitHub Actions")
FORMAT("html-class", report_html_class, EVERYBODY, "html", "a page of the class, for people")
FORMAT("html", report_html, ONE_STUDENT, "html", "a page a student, for people")
FORMAT("gradescope", report_gradescope, ONE_STUDENT, "json", "Gradescope's results.json")
FORMAT("autolab", report_autolab, ONE_STUDENT, "txt", "Autolab's output, with its last line")
FORMAT("prairielearn", report_prairielearn, ONE_STUDENT, "json", "PrairieLearn's results.json")
FORMAT("classroom50", report_classroom50, ONE_STUDENT, "json", "Classroom 50's result.json")
