"""Run times of spike exchange on machines of 8,192 to 131,072 ranks, from what each rank sends and receives.

streams     a random stream for each source, the same on any number of ranks
network     who lives where in the artificial net of Hines, Kumar & Schuermann 2011, and who listens to whom
firing      when its cells fire
occupancy   the number of ranks that listen for a source, and for how many sources on a rank
counts      spikes out, relayed and in, for each rank and sub-interval
machine     what communication costs (LogGP)
cost        from counts to times, method by method
hines2011   that paper's Tables 1 to 3, and the two of their cells that give the costs of computing
lober2026   the model of waiting of Lober, Diesmann & Kunkel 2026
validation  all of it beside the strategies' real code on simulated ranks
figures     as pictures
"""
