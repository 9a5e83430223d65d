import type { EvaluatedWell } from '@curvewell/domain';

import type { FlatRule } from './draft/kit-draft.ts';

/** How the wells of a run are called by the draft, and how by what is stored. */
export interface Evaluated {
  readonly wells: readonly EvaluatedWell[];
  readonly before: ReadonlyMap<string, EvaluatedWell>;
  /** The rules that they were called by, in order. */
  readonly rules: readonly FlatRule[];
  /** Newer figures are on their way. */
  readonly isOld: boolean;
}
