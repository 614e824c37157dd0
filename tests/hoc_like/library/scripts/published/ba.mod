NEURON { SUFFIX ba RANGE a,b,c,d POINTER p }
ASSIGNED { a b c d v p }
BEFORE INITIAL { a=1 b=0 c=0 d=0 }
INITIAL { b=b+a }
AFTER INITIAL { a=a+10 }
BEFORE BREAKPOINT { c=c+v }
AFTER SOLVE { d=d+v*2 }
BEFORE STEP { b=b+p }
