import {
  CHANGED_SENTENCE,
  type CombinedResult,
  type Run,
  type RunFact,
  type SampleResult,
} from '@curvewell/domain';

import type { ExportRow } from '../export-rows.ts';
import type { ReportFacts } from '../report-facts.ts';

/** A run with its results, as another system receives it. */
export interface Results {
  readonly run: Run;
  readonly rows: readonly ExportRow[];
  /** Wells with one name and their results; empty: no kit version of the run has replicates. */
  readonly samples: readonly SampleResult[];
  /** Combined results of samples; empty: no kit version of the run has channel rules. */
  readonly combined: readonly CombinedResult[];
  readonly facts: ReportFacts;
  /** Remarks on controls, kits, lots and files, most serious first. Those of a decided run are as signed. */
  readonly remarks: readonly RunFact[];
}

/**
 * The status of the results. Results of a run that is not approved are preliminary. A rejected run has none,
 * and neither has one that differs from what was signed.
 */
export type ResultsState = 'preliminary' | 'final' | 'rejected' | 'entered-in-error';

export function resultsState({
  run: { status },
  facts: { isChanged },
}: Pick<Results, 'run' | 'facts'>): ResultsState {
  if (isChanged) return 'entered-in-error';
  if (status === 'APPROVED') return 'final';
  return status === 'REJECTED' ? 'rejected' : 'preliminary';
}

/** A run that was rejected or changed sends no results, also none in the words about its wells. */
export const isWithdrawn = (results: Pick<Results, 'run' | 'facts'>): boolean =>
  ['rejected', 'entered-in-error'].includes(resultsState(results));

/** Why a row has no result; null: it has one. */
export function noResultReason(
  { noCall, result }: ExportRow,
  results: Pick<Results, 'run' | 'facts'>,
): string | null {
  if (results.facts.isChanged) return CHANGED_SENTENCE;
  if (resultsState(results) === 'rejected') return 'The run was rejected';
  return noCall === null ? null : `${result}. ${noCall.text}`;
}

export const wellOf = (run: Run, { channel, position }: Pick<ExportRow, 'channel' | 'position'>) =>
  run.analyses.find((analysis) => analysis.channel === channel)?.wells[position];
