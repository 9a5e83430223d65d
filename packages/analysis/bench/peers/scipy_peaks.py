"""Maxima of a Savitzky-Golay slope: scipy_peaks.py <window, °C> <order>. Input and output: outside.ts."""

import sys

import numpy as np
from scipy.signal import find_peaks, savgol_filter


def parabola(values, i):
    """How far the top of a parabola through three values is from the middle one, in steps."""
    left, here, right = values[i - 1 : i + 2]
    bend = left - 2 * here + right
    return 0.5 * (left - right) / bend if bend < 0 else 0.0


window, order = float(sys.argv[1]), int(sys.argv[2])
for line in sys.stdin:
    temperature, fluorescence = (np.array(part.split(), float) for part in line.split("|"))
    step = (temperature[-1] - temperature[0]) / (len(temperature) - 1)
    # The filter takes even steps alone.
    even = temperature[0] + step * np.arange(len(temperature))
    count = 2 * max(2, round(window / step / 2)) + 1
    readings = np.interp(even, temperature, fluorescence)
    slope = -savgol_filter(readings, count, order, deriv=1, delta=step)
    found, about = find_peaks(slope, height=0, prominence=0)
    tops = zip(found, about["prominences"])
    print(" ".join(f"{even[i] + step * parabola(slope, i):.4f},{high:.4f},{high:.4f}" for i, high in tops))
