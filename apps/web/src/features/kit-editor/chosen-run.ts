import type { KitRun } from '@curvewell/contracts';

interface Runs {
  /** Runs of the edited configuration, newest first. */
  readonly runs: readonly KitRun[];
  readonly otherRuns: readonly KitRun[];
}

/** The run on whose curves the settings are evaluated: the chosen one, or the newest without a failed control. */
export function chosenRunOf(runId: string | null, { runs, otherRuns }: Runs): KitRun | null {
  return (
    [...runs, ...otherRuns].find((run) => run.runId === runId) ??
    runs.find(({ hasFailedControl }) => !hasFailedControl) ??
    runs[0] ??
    null
  );
}
