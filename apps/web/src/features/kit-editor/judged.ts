import type { JudgedWell } from '@curvewell/domain';

import type { FlatRule } from './draft/kit-draft.ts';

/** How the wells of a run are called by the draft, and how by what is stored. */
export interface Judged {
  readonly wells: readonly JudgedWell[];
  readonly before: ReadonlyMap<string, JudgedWell>;
  /** The rules that they were called by, in order. */
  readonly rules: readonly FlatRule[];
  /** Newer figures are on their way. */
  readonly isOld: boolean;
}
