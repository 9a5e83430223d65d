import type { PlateAssay, PlateCall } from '@curvewell/analysis';
import { Piscina } from 'piscina';

import type { ChartInput } from './chart-json.ts';
import type { ExportedFile, ExportJob } from './export/export-job.ts';

/** Threads that compute, so that the event loop never does. */
export interface AnalysisWorkers {
  analysePlate(assays: readonly PlateAssay[]): Promise<PlateCall>;
  /** The JSON of a chart, as bytes. */
  writeChart(input: ChartInput): Promise<Uint8Array>;
  /** The file of an export; null when there is no well in it. */
  makeExport(job: ExportJob): Promise<ExportedFile | null>;
  /** Whether threads are there to take work. */
  isUp(): boolean;
  close(): Promise<void>;
}

/** More work than this waits nowhere: the caller is told that the server is busy. */
const MAX_QUEUE = 64;

/** Starts the threads; at least one stays warm. */
export function startAnalysisWorkers(): AnalysisWorkers {
  const pool = new Piscina({
    filename: new URL('analysis-worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: 2,
    maxQueue: MAX_QUEUE,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  // A thread that dies fails its task; the pool starts another one.
  pool.on('error', () => undefined);
  let isOpen = true;
  return {
    analysePlate: (assays) => pool.run({ assays }, { name: 'analysePlate' }) as Promise<PlateCall>,
    writeChart: (input) => pool.run(input, { name: 'writeChart' }) as Promise<Uint8Array>,
    makeExport: (job) => pool.run(job, { name: 'makeExport' }) as Promise<ExportedFile | null>,
    isUp: () => isOpen && pool.threads.length > 0,
    close: async () => {
      isOpen = false;
      await pool.close();
    },
  };
}
