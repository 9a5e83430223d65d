import { constants, gzipSync } from 'node:zlib';

import { packPoints, type InterpretedWell } from '@curvewell/domain';

import { chartWells, type ChartInput, type DrawnWell } from './chart-wells.ts';

/** Version of the format. When it increases, stored charts are made again on request. */
export const CHART_VERSION = 2;

/**
 * Packed curves have few repetitions and many small numbers: the same size as at the highest level, in three
 * quarters of the time.
 */
const PACKED = { level: 6, strategy: constants.Z_FILTERED } as const;

/** A well in the format of the API. */
export const toInterpretedWell = ({ data, ...well }: DrawnWell): InterpretedWell => ({
  ...well,
  data: data.map(({ type, curve, peaks }) => ({ type, chartPoints: packPoints(curve), peaks })),
});

/**
 * The chart as gzipped JSON. Made once in a worker, from the interpretation alone, so that it never changes.
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
