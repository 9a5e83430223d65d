import type { ExportedFile, ExportJob } from './export/export-job.ts';

export { chartAnswer } from './chart-answer.ts';
export { interpretPlate } from './interpret-plate.ts';

/** What makes PDF and spreadsheets is loaded by the threads that make some: it takes tens of megabytes. */
export async function makeExport(job: ExportJob): Promise<ExportedFile | null> {
  const exports = await import('./export/export-job.ts');
  return exports.makeExport(job);
}
