import type { EvaluatedWell } from '@curvewell/domain';

import type { FlatRule } from './draft/kit-draft.ts';

/** The results of a run with the draft and with the stored settings. */
export interface Evaluated {
  readonly wells: readonly EvaluatedWell[];
  readonly before: ReadonlyMap<string, EvaluatedWell>;
  /** The rules of the draft in order. */
  readonly rules: readonly FlatRule[];
  /** A newer result is being computed. */
  readonly isOld: boolean;
}
