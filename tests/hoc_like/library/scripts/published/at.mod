NEURON { POINT_PROCESS Att RANGE del, dur, amp, i, n ELECTRODE_CURRENT i }
PARAMETER { del=1 dur=2 amp=.1 }
ASSIGNED { i n }
INITIAL { i=0 n=0 }
BREAKPOINT { at_time(del) at_time(del+dur)
 if (t<del+dur && t>=del) { i=amp n=n+1 } else { i=0 } }
