import type { Run } from '@curvewell/contracts';

import type { ExportRow } from '../export-rows.ts';
import type { ReportFacts } from '../report-facts.ts';

/** A run with its results, as another system is told of it. */
export interface Results {
  readonly run: Run;
  readonly rows: readonly ExportRow[];
  readonly facts: ReportFacts;
}

/** How far its results are: nobody acts on those of a run that is not approved, and a rejected run has none. */
export type ResultsState = 'preliminary' | 'final' | 'rejected';

export function resultsState({ status }: Pick<Run, 'status'>): ResultsState {
  if (status === 'APPROVED') return 'final';
  return status === 'REJECTED' ? 'rejected' : 'preliminary';
}

/** Why a row has no result; null: it has one. */
export function whyNoResult({ story, result }: ExportRow, state: ResultsState): string | null {
  if (state === 'rejected') return 'The run was rejected';
  return result === null ? `No result. ${story.sentence}` : null;
}

/** The shown settings of a row's well. */
export const wellOf = (run: Run, { channel, position }: Pick<ExportRow, 'channel' | 'position'>) =>
  run.analyses.find((analysis) => analysis.channel === channel)?.wells[position];
