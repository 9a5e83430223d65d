import type { KitDocument, Run } from '@curvewell/domain';

import type { Db } from '../src/database/db.ts';
import type { CostInput } from './cost-inputs.ts';

/** What changes something is asked with what it finds now. */
export interface ChangingInput {
  readonly label: string;
  /** @param round makes each request different */
  readonly fresh: (round: number) => Promise<Omit<CostInput, 'label'>>;
  /** It can be done once. */
  readonly isOnce?: true;
}

export interface ChangeSubject {
  readonly db: Db;
  /** Asks as the account of the measurement, and is not measured. */
  readonly ask: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Interpreted: to be submitted, approved and exported. */
  readonly run: Run;
  /** Interpreted, not decided. */
  readonly openRun: Run;
  /** Not interpreted. */
  readonly freshRun: Run;
  /** Archived, 384 wells. */
  readonly archivedRunId: string;
  /** Archived, without wells. */
  readonly archivedIds: readonly string[];
  readonly ids: Readonly<Record<string, string>>;
  readonly document: KitDocument;
}

export const always = (label: string, fresh: ChangingInput['fresh']): readonly ChangingInput[] => [
  { label, fresh },
];
export const once = (label: string, fresh: ChangingInput['fresh']): readonly ChangingInput[] => [
  { label, fresh, isOnce: true },
];

/** Keeps nothing secret. */
export const BENCH_KEY = Buffer.alloc(32, 1);
export const REASON = 'Measured by the cost matrix.';
/** The longest comment. */
export const LINE = 'x'.repeat(1000);
