import type { ControlTmShifts } from '@curvewell/domain';

import type { ChartSeries } from '../chart/chart-layout.ts';

type Shift = ControlTmShifts['points'][number];

/** A run has one shift for each kit version. */
export const shiftId = ({ runId, kitVersion }: Shift): string => `${runId} ${kitVersion}`;

/** The shifts in the form that the control chart takes. */
export const shiftSeries = ({ points, limits, oneSided }: ControlTmShifts): ChartSeries => ({
  points: points.map((shift) => ({
    readingId: shiftId(shift),
    lotId: '',
    isExcluded: false,
    value: shift.median,
    runId: shift.runId,
    businessId: shift.businessId,
    analyserId: shift.analyserId,
    distance: shift.distance,
    rules: shift.rules,
  })),
  lots: [],
  oneSided,
  reference: { limits },
});
