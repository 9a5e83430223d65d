import { WHOLE_RESULTS } from '../whole-results.ts';

/**
 * A change made in the database itself. In its SQL, `:run` is the attacked run, `:rejected` a rejected one,
 * `:waiting` one that waits for approval, `:imported` one that was only imported, and `:lab` their
 * laboratory.
 */
export interface Tampering {
  readonly what: string;
  readonly statements: readonly string[];
  /** The report when the owner of the database has changed an approved run. */
  readonly named?: RegExp;
  /** Also hashes the trail again, as an informed attacker would. */
  readonly trail?: 'hashed again';
  /** Lists show it before the run is opened. */
  readonly isListed?: boolean;
  /** Why it needs no detection. */
  readonly harmless?: string;
  /** Only relevant for the product's own role; the owner of the database has simpler ways. */
  readonly isOfRole?: boolean;
}

type Row = readonly [what: string, statements: string | readonly string[], named?: RegExp];

export const rows = (list: readonly Row[], more: Partial<Tampering> = {}): Tampering[] =>
  list.map(([what, statements, named]) => ({
    what,
    statements: typeof statements === 'string' ? [statements] : statements,
    ...(named !== undefined && { named }),
    ...more,
  }));

export const A1 = `(SELECT w.id FROM well w WHERE w.run_id = :run AND w.position = 'A1')`;
export const WELL_AT = (position: string) =>
  `(SELECT w.id FROM well w WHERE w.run_id = :run AND w.position = '${position}')`;
export const INTERPRETATION = `(SELECT id FROM interpretation WHERE run_id = :run)`;
/** Writes an SQL expression into the stored result of a well. */
export const inResult = (well: string, path: string, value: string) =>
  `UPDATE interpretation SET explanation_text = NULL, results = jsonb_set(${WHOLE_RESULTS}, ARRAY['wells', ${well}::text, ${path
    .split(',')
    .map((part) => `'${part}'`)
    .join(', ')}], ${value}) WHERE run_id = :run`;
export const OVERRIDES = `interpretation_id = ${INTERPRETATION}`;

/** Flips one bit of a bytea column. */
export const flipped = (column: string, at = 100) =>
  `set_byte(${column}, ${at}, get_byte(${column}, ${at}) # 1)`;

/** The newest entry of the attacked run with this action. */
export const entryOf = (action: string) =>
  `id = (SELECT max(id) FROM audit_event WHERE entity_id = :run AND action = '${action}')`;

/** Copies a row with other values in some columns. */
export const copied = (table: string, where: string, values: string) =>
  `INSERT INTO ${table} SELECT (jsonb_populate_record(r, jsonb_build_object(${values}))).* FROM ${table} r WHERE ${where}`;
