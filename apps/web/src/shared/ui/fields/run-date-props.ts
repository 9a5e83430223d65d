import type { EnteredRunDate, RunDateFacts } from '@curvewell/domain';

export interface SetRunDateProps {
  readonly run: RunDateFacts & { readonly businessId: number };
  /** Saves the date. */
  readonly onSet: (runDate: EnteredRunDate) => Promise<unknown>;
}
