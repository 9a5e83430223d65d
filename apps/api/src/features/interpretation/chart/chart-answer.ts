import { constants, gzipSync } from 'node:zlib';

import { packPoints, type InterpretedWell } from '@curvewell/domain';

import { chartWells, type ChartInput, type DrawnWell } from './chart-wells.ts';

/** Of the answer's shape: counted up when it changes, and every kept chart is recreated when it is requested. */
export const CHART_VERSION = 2;

/** Packed curves hold few repetitions and many small numbers: as small as at the highest level, in three quarters of its time. */
const PACKED = { level: 6, strategy: constants.Z_FILTERED } as const;

/** A well as it is sent. */
export const toInterpretedWell = ({ data, ...well }: DrawnWell): InterpretedWell => ({
  ...well,
  data: data.map(({ type, curve, peaks }) => ({ type, chartPoints: packPoints(curve), peaks })),
});

/**
 * The answer to who asks for a chart: JSON in gzip. It is made once, in a worker, from what an
 * interpretation has found and nothing else, so that it never changes.
 */
export function chartAnswer(input: ChartInput): Uint8Array<ArrayBuffer> {
  const asInterpreted = input.wells.map((well) => ({
    ...well,
    interpretedWellDiagnostics: well.interpretedWellDiagnostics.filter(
      ({ stateDiagnostic }) => stateDiagnostic === 'INITIAL',
    ),
  }));
  const wells = Array.from(chartWells({ ...input, wells: asInterpreted }), (well) =>
    JSON.stringify(toInterpretedWell(well)),
  );
  return gzipSync(`[${wells.join(',')}]`, PACKED);
}
