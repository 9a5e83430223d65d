import { exportRequestSchema } from '@curvewell/contracts';
import {
  CHANGED_NOTICE,
  type ChannelName,
  compareChannels,
  comparePositions,
  knownRunDate,
  type PhaseType,
  RESULT_FILE,
  type ResultFormat,
  runCombined,
  runSamples,
} from '@curvewell/domain';
import { writeRdml } from '@curvewell/instruments';

import { readStoredCurves, type StoredCurves } from '../../../curves/index.ts';
import { drawnWells } from '../../interpretation/chart/stored-slopes.ts';
import type { ExportedFile, ExportJob } from '../export-job.ts';
import { exportRows } from '../export-rows.ts';
import { fhirBundle } from './fhir-bundle.ts';
import { lisCsv } from './lis-csv.ts';
import type { Results } from './result-rows.ts';

interface RunReadings {
  readonly channel: ChannelName;
  readonly phase: PhaseType;
  readonly curves: readonly {
    readonly position: string;
    readonly temperature: Float64Array;
    readonly value: Float64Array;
  }[];
}

/** The run as RDML: readings and contents of the wells. The format has no results. */
function rdmlOf({ run, facts }: Results, readings: readonly RunReadings[]): Promise<Uint8Array> {
  const wells = new Map(run.analyses.flatMap((analysis) => Object.entries(analysis.wells)));
  return writeRdml({
    name: facts.isChanged ? `${CHANGED_NOTICE}: ${run.name}` : run.name,
    plateType: run.plateType,
    instrument: run.instrumentName,
    runDate: instantIn(knownRunDate(run)),
    software: { name: 'Curvewell', version: facts.softwareVersion },
    wells: [...wells.values()].sort((a, b) => comparePositions(a.position, b.position)),
    curves: readings
      .toSorted((a, b) => compareChannels(a.channel, b.channel) || a.phase.localeCompare(b.phase))
      .flatMap(({ channel, phase, curves }) => curves.map((curve) => ({ ...curve, channel, phase }))),
  });
}

/** RDML cannot represent a date without a time. */
const instantIn = (date: string | null): string | null => (date?.includes('T') === true ? date : null);

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
      combined: runCombined(run, wells),
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
