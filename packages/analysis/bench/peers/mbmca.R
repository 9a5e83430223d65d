# Melting peaks by MBmca: mbmca.R <part of the degrees of freedom>. Input and output: outside.ts.

FINER <- 4 # times as many temperatures as there are readings

source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))), "maxima.R"))
part <- as.numeric(commandArgs(TRUE)[1])
each_well(function(temperature, fluorescence) {
  smooth <- MBmca::mcaSmoother(temperature, fluorescence, df.fact = part, n = FINER)
  slope <- MBmca::diffQ(smooth, fct = max, verbose = TRUE, warn = FALSE)$xy
  peaks <- MBmca::mcaPeaks(slope[, 1], slope[, 2])
  extremes <- rbind(as.matrix(peaks$p.min), as.matrix(peaks$p.max))
  # mcaPeaks leaves the ends out, which may be valleys.
  extremes <- rbind(extremes, as.matrix(slope[c(1, nrow(slope)), ]))
  extremes <- extremes[order(extremes[, 1]), , drop = FALSE]
  maxima(extremes[, 1], extremes[, 2])
})
