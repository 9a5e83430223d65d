"""Peaks of rdmlpython's melting-curve analysis: rdml_melt.py <normalisation> <most width, °C>. Input and output: outside.ts."""

import sys
import warnings

from rdmlpython import Rdml

XML = """<rdml version="1.3" xmlns="http://www.rdml.org"><dye id="d"/><sample id="s"/>
<target id="t"><type>toi</type><dyeId id="d"/></target><experiment id="e"><run id="r">
<pcrFormat><rows>1</rows><columns>1</columns><rowLabel>ABC</rowLabel><columnLabel>123</columnLabel></pcrFormat>
<react id="1"><sample id="s"/><data><tar id="t"/>{}</data></react></run></experiment></rdml>"""
# The columns of a peak in a well's row, from the second peak on: the first is the expected one.
FIRST, COLUMNS = 17, 9
# °C from the ends: where the background is measured, and nothing melts.
END = 3

warnings.simplefilter("ignore")
method, width = sys.argv[1], float(sys.argv[2])
for line in sys.stdin:
    temperature, fluorescence = (part.split() for part in line.split("|"))
    low, high = float(temperature[0]), float(temperature[-1])
    points = "".join(
        f"<mdp><tmp>{t}</tmp><fluor>{f}</fluor></mdp>" for t, f in zip(temperature, fluorescence)
    )
    rdml = Rdml()
    rdml.loadXMLString(XML.format(points))
    try:
        table = rdml.experiments()[0].runs()[0].meltCurveAnalysis(
            normMethod=method,
            # The fall of each peak in the units of the readings.
            fluorSource="smooth",
            expoLowTemp=low + END,
            expoHighTemp=high - END,
            bilinLowStartTemp=low + 1,
            bilinLowStopTemp=low + END,
            bilinHighStartTemp=high - END,
            bilinHighStopTemp=high - 1,
            peakLowTemp=low,
            peakHighTemp=high,
            peakMaxWidth=width,
            peakCutoff=0,
            saveResultsList=True,
        )["resultsList"]
    except (IndexError, ZeroDivisionError):
        # It gives up on a curve whose ends do not suit it.
        table = []
    peaks = [row[at : at + COLUMNS] for row in table[2:] for at in range(FIRST, len(row) - 7, COLUMNS)]
    print(" ".join(f"{peak[0]:.4f},{peak[4]:.6f},{peak[2]:.4f}" for peak in peaks if peak[0] != "" and peak[0] > 0))
