# What both programs in R need.

# Maxima above nothing, with how far each stands above the higher of the two valleys beside it.
maxima <- function(x, y) {
  n <- length(y)
  tops <- which(y[2:(n - 1)] > y[1:(n - 2)] & y[2:(n - 1)] >= y[3:n] & y[2:(n - 1)] > 0) + 1
  prominence <- vapply(tops, function(top) {
    higher <- which(y > y[top])
    from <- max(1, higher[higher < top])
    to <- min(n, higher[higher > top])
    y[top] - max(min(y[from:top]), min(y[top:to]))
  }, 0)
  data.frame(tm = x[tops], prominence = prominence)
}

# Calls a function with the readings of each line, and writes what it finds.
each_well <- function(find) {
  input <- file("stdin", "r")
  while (length(line <- readLines(input, 1)) > 0) {
    parts <- strsplit(strsplit(line, "|", fixed = TRUE)[[1]], " ", fixed = TRUE)
    # A smoother may refuse a curve, or find nothing in it.
    found <- tryCatch(find(as.numeric(parts[[1]]), as.numeric(parts[[2]])), error = function(e) NULL)
    tops <- if (is.null(found)) "" else sprintf("%.4f,%.4f,%.4f", found$tm, found$prominence, found$prominence)
    cat(paste(tops, collapse = " "), "\n", sep = "")
  }
}
