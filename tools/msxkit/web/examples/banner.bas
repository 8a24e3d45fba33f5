10 ' Banner: large letters out of the machine's own patterns
20 DEFINT A-Z:SCREEN 0:WIDTH 40:KEY OFF:COLOR 15,4,4
30 PRINT "Up to 5 letters in each line.":PRINT
40 LINE INPUT "Your text: ";A$
50 IF A$="" THEN A$="Hello MSX"
60 CLS:Y=0
70 W$=LEFT$(A$,5):P=INSTR(W$+" "," "):IF LEN(A$)>5 AND P>1 AND P<6 THEN W$=LEFT$(A$,P-1)
80 A$=MID$(A$,LEN(W$)+1):IF LEFT$(A$,1)=" " THEN A$=MID$(A$,2)
90 FOR R=0 TO 6:L$=""
100 FOR I=1 TO LEN(W$)
110 B=VPEEK(BASE(2)+ASC(MID$(W$,I,1))*8+R)
120 FOR K=7 TO 1 STEP-1:IF B AND 2^K THEN L$=L$+CHR$(219) ELSE L$=L$+" "
130 NEXT:NEXT
140 LOCATE(35-7*LEN(W$))\2+2,Y+R:PRINT L$;
150 NEXT
160 Y=Y+8:IF A$<>"" AND Y<17 THEN 70
170 K$=INPUT$(1):GOTO 20
