import { plateAnalyse, type PlateAssay, type PlateCall } from '@curvewell/analysis';

import { chartJson, type ChartInput } from './chart-json.ts';

export { makeExport } from './export/export-job.ts';

/** Runs in a thread of the pool. */
export function analysePlate({ assays }: { readonly assays: readonly PlateAssay[] }): PlateCall {
  return plateAnalyse({ assays });
}

/** Runs in a thread of the pool. */
export function writeChart(input: ChartInput): Uint8Array {
  return new TextEncoder().encode(chartJson(input));
}
