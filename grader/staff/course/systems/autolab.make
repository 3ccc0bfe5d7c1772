# Autolab runs this: autograde.tar holds the grader, lab.cu is the submission.
all:
	tar xf autograde.tar
	@./grade.sh @LAB@ lab.cu autolab result.txt && cat result.txt
