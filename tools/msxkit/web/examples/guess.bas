10 ' Guess a number
20 SCREEN 0:WIDTH 40:KEY OFF
30 N=INT(RND(-TIME)*100)+1
40 PRINT "I think of a number from 1 to 100."
50 INPUT "Your guess";G
60 T=T+1
70 IF G<N THEN PRINT "More.":GOTO 50
80 IF G>N THEN PRINT "Less.":GOTO 50
90 PRINT "Right, after";T;"guesses."
