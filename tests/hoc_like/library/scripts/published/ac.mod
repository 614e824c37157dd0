NEURON { ARTIFICIAL_CELL Ac RANGE m, tau, n }
PARAMETER { tau=10 }
ASSIGNED { m t0 n}
INITIAL { m=0 t0=t n=0 net_send(3,1) }
NET_RECEIVE(w) {
 m=m*exp(-(t-t0)/tau) t0=t
 if (flag==1) { n=n+1 net_send(2.2,1) m=m+.2 } else { m=m+w }
 if (m>1) { net_event(t) m=0 net_move(t+5) }
}
