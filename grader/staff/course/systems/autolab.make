# Autolab runs this: autograde.tar holds the grader, lab.cu is the submission.
# The autograder's settings in Autolab name its image: @IMAGE@, with Autolab's own autodriver in it. # image
all:
	tar xf autograde.tar
	@./grade.sh @LAB@ lab.cu autolab result.txt && cat result.txt
