NEURON { POINT_PROCESS Ev RANGE tau, e, i, thr, nw, last, on NONSPECIFIC_CURRENT i GLOBAL total }
PARAMETER { tau=2 (ms) e=0 (mV) thr=-55 (mV) dur=1.3 (ms) }
ASSIGNED { v (mV) i (nA) nw last (ms) on total }
STATE { g (uS) }
INITIAL { g=0 nw=0 on=0 last=-1 net_send(.7,2) }
BREAKPOINT { SOLVE st METHOD cnexp i=g*(v-e)+on*.01 }
DERIVATIVE st { g' = -g/tau }
NET_RECEIVE(w (uS), k, tlast (ms)) {
 INITIAL { k=0 tlast=-5 }
 if (flag==0) { k=k+1 g=g+w*(1-exp(-(t-tlast)/3)) tlast=t on=1 net_send(dur,1) total=total+1 }
 if (flag==1) { on=0 net_event(t) }
 if (flag==2) { WATCH (v>thr) 3 WATCH (v<-70) 4 }
 if (flag==3) { nw=nw+1 last=t net_event(t) net_send(.5,2) }
 if (flag==4) { nw=nw+100 net_move(t+.2) }
}
