import { exportRequestSchema } from '@curvewell/contracts';
import { RESULT_FILE, type ResultFormat, runSamples } from '@curvewell/domain';

import { drawnWells } from '../../interpretation/chart/stored-slopes.ts';
import { readStoredCurves, type StoredCurves } from '../../../curves/index.ts';
import type { ExportedFile, ExportJob } from '../export-job.ts';
import { exportRows } from '../export-rows.ts';
import { fhirBundle } from './fhir-bundle.ts';
import { lisCsv } from './lis-csv.ts';
import { rdmlOf } from './rdml-run.ts';
import type { Results } from './result-rows.ts';

/** The input of a results file; includes readings only for formats that write them. */
export interface ResultsJob extends ExportJob {
  readonly format: ResultFormat;
  readonly curves: readonly StoredCurves[];
}

/**
 * Makes the file. Runs in a worker: the readings of a 384-well plate are 20 MB of XML.
 *
 * @returns null without a well, or when fluorescence is requested and only derivatives exist
 */
export async function makeResults(job: ResultsJob): Promise<ExportedFile | null> {
  const { run, format, name, facts, checked, curves } = job;
  if (curves.some(({ quantity }) => quantity !== 'fluorescence')) return null;
  const wells = [...drawnWells(job.chart)];
  const rows = exportRows(run, wells, exportRequestSchema.parse({}));
  if (rows.length === 0) return null;
  return {
    name: `${name}.${RESULT_FILE[format].ending}`,
    bytes: await bytesOf(job, {
      run,
      rows,
      samples: runSamples(run, wells),
      facts,
      remarks: checked.check?.doubts.facts ?? [],
    }),
    wells: rows.length,
  };
}

async function bytesOf({ format, curves }: ResultsJob, results: Results): Promise<Uint8Array> {
  switch (format) {
    case 'LIS_CSV':
      return new TextEncoder().encode(lisCsv(results));
    case 'FHIR':
      return new TextEncoder().encode(`${JSON.stringify(fhirBundle(results), null, 1)}\n`);
    case 'RDML':
      return rdmlOf(
        results,
        curves.map((stored) => ({
          channel: stored.channel,
          phase: stored.phase,
          curves: [...readStoredCurves(stored)].map(([position, curve]) => ({ position, ...curve })),
        })),
      );
  }
}
