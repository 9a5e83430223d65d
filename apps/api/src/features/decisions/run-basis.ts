import { runChangeSchema } from '@curvewell/contracts';
import type { LaboratoryRules } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../actor.ts';
import { readRows, type Db, type Tx } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { settledMark } from './decision-record.ts';
import { RULES, rulesOf, type RulesRow } from './decision-rules.ts';
import { lastMoment } from './moment-for.ts';
import { seenWells } from './seen-wells.ts';

/** The last audit entry that changes a run; it identifies the state of the run. */
interface LastChange {
  readonly id: string;
  readonly byName: string;
  readonly at: Date;
}

type Changed = LastChange | { readonly id: null };

/** Joins the entry `e`, or nulls. */
const lastChange = (runId: string) => Prisma.sql`
  LEFT JOIN LATERAL (SELECT id, actor_name, at FROM audit_event
    WHERE entity = 'run' AND entity_id = ${runId} AND action = ANY(${runChangeSchema.options}) ORDER BY id DESC LIMIT 1) e ON true`;
const LAST_CHANGE = Prisma.sql`e.id::text AS id, e.actor_name AS "byName", e.at`;

const changeOf = (row: Changed): LastChange | null => (row.id === null ? null : row);

/** What a check is about, to be read before the run. */
export interface CheckBasis {
  readonly last: LastChange | null;
  /** The wells whose current result the caller has seen. */
  readonly seenWellIds: readonly string[];
  /**
   * The mark of the rows of `readSettled`, because a check also depends on rows, such as lots, that change without an
   * entry of the run. Null: the run is not interpreted.
   */
  readonly mark: string | null;
}

export async function readBasis(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<CheckBasis> {
  const rows = await readRows<Changed & Pick<CheckBasis, 'seenWellIds' | 'mark'>>(
    db,
    Prisma.sql`SELECT ${LAST_CHANGE}, ARRAY(${seenWells(actor, runId)})::text[] AS "seenWellIds", (${settledMark(runId)}) AS mark
      FROM (SELECT) one ${lastChange(runId)}`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the statement returns a row');
  const { seenWellIds, mark } = row;
  return { last: changeOf(row), seenWellIds, mark };
}

interface LockedBasis {
  readonly last: LastChange | null;
  /** The mark of the rows of `readSettled`; null: the run is not interpreted. */
  readonly mark: string | null;
  /** When its results or decisions last changed. */
  readonly lastMoment: Date | null;
  /** @throws AppError `illegal-transition` while decisions are suspended */
  readonly rules: () => LaboratoryRules;
}

/** What a decision was based on, as it is now. */
export async function readLockedBasis(
  tx: Tx,
  { laboratory }: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<LockedBasis> {
  const [row] = await readRows<Changed & RulesRow & Pick<LockedBasis, 'mark' | 'lastMoment'>>(
    tx,
    Prisma.sql`SELECT ${LAST_CHANGE}, (${settledMark(runId)}) AS mark, (${lastMoment(runId)}) AS "lastMoment", ${RULES}
      FROM laboratory l CROSS JOIN installation i ${lastChange(runId)} WHERE l.id = ${laboratory.id}::uuid`,
  );
  if (row === undefined) throw new Error('the caller has no laboratory');
  const { mark, lastMoment: moment } = row;
  return { last: changeOf(row), mark, lastMoment: moment, rules: () => rulesOf(row) };
}
