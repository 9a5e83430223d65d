# Maxima of the slope of R's smoothing spline: spline.R <penalty>. Input and output: outside.ts.

STEP <- 0.02 # °C between the places where the slope is looked at

source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))), "maxima.R"))
penalty <- as.numeric(commandArgs(TRUE)[1])
each_well(function(temperature, fluorescence) {
  spline <- smooth.spline(temperature, fluorescence, penalty = penalty)
  slope <- predict(spline, seq(min(temperature), max(temperature), STEP), deriv = 1)
  maxima(slope$x, -slope$y)
})
