import type { KitDocument, Run } from '@curvewell/domain';

import type { Db } from '../src/database/db.ts';
import type { CostInput } from './cost-inputs.ts';

/** A changing call builds its request from the current data. */
export interface ChangingInput {
  readonly label: string;
  /** @param round makes each request different */
  readonly fresh: (round: number) => Promise<Omit<CostInput, 'label'>>;
  /** It succeeds only once. */
  readonly isOnce?: true;
}

export interface ChangeSubject {
  readonly db: Db;
  /** Sends a request as the account of the measurement, without measuring it. */
  readonly ask: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Interpreted; is submitted, approved and exported. */
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

/** A test key without any secret. */
export const BENCH_KEY = Buffer.alloc(32, 1);
export const REASON = 'Measured by the cost matrix.';
/** A comment of the maximum length. */
export const LINE = 'x'.repeat(1000);
