import { randomUUID } from 'node:crypto';

import type { saveDiagnosticRowSchema } from '@curvewell/contracts';
import type { DiagnosticRow } from '@curvewell/domain';
import type { z } from 'zod';

import { recordAudit, staleErrorOf } from '../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { DiagnosticColor as StoredRow } from '../../generated/prisma/client.ts';
import type { Caller } from '../../actor.ts';
import { listRows } from './rows.ts';

type SentRow = z.output<typeof saveDiagnosticRowSchema>;

/** The stored row, null when it is new, and the row to store. */
interface Change {
  readonly from: StoredRow | null;
  readonly to: StoredRow;
}

/**
 * Saves the given rows; other rows are unchanged. Once a kit version, a well or a template refers to a row,
 * its kit and diagnostic are fixed. If another user has changed any of the rows meanwhile, none is saved.
 *
 * @throws AppError `stale`, `name-taken` for a diagnostic that a kit would have twice, `invalid-request`
 */
export async function saveRows(
  { db }: { readonly db: Db },
  actor: Caller,
  sent: readonly SentRow[],
): Promise<DiagnosticRow[]> {
  return transaction({ db, actor }, async (tx) => {
    const kitIds = [...new Set(sent.map(({ kitId }) => kitId))];
    await lockKits(tx, kitIds);
    const ids = sent.flatMap(({ id }) => id ?? []);
    await tx.$queryRaw`SELECT 1 FROM diagnostic_color WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`;
    const stored = await tx.diagnosticColor.findMany({
      where: {
        OR: [{ kitId: { in: kitIds } }, { kitId: { not: null }, id: { in: ids } }],
      },
    });
    const changes = changesOf(sent, stored);
    await refuseStale(tx, changes);
    refuseDuplicates(stored, changes);
    await refuseNewMeanings(tx, changes);
    await writeChanges(tx, changes);
    if (changes.length > 0) {
      await recordAudit(tx, actor, {
        action: 'diagnostics.save',
        entity: 'diagnostics',
        entityId: null,
        details: { rows: changes.map(({ from, to }) => ({ from: rowDetails(from), to: rowDetails(to) })) },
      });
    }
    return listRows(tx);
  });
}

/** Serialises users who add the same diagnostic to a kit. */
async function lockKits(tx: Tx, kitIds: readonly string[]): Promise<void> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM kit WHERE id = ANY(${[...kitIds]}::uuid[]) ORDER BY id FOR UPDATE`;
  if (locked.length < kitIds.length)
    throw new AppError('invalid-request', 'A row names a kit that does not exist.');
}

function changesOf(sent: readonly SentRow[], stored: readonly StoredRow[]): Change[] {
  const byId = new Map(stored.map((row) => [row.id, row]));
  const sizes = new Map<string | null, number>();
  for (const { kitId, order } of stored) sizes.set(kitId, Math.max(sizes.get(kitId) ?? 0, order + 1));
  return sent.flatMap(({ id, revision, name, kitId, label, color, active }, index) => {
    const words = { kitId, diagnosticName: name, label, color, active };
    if (id === undefined) {
      const order = sizes.get(kitId) ?? 0;
      sizes.set(kitId, order + 1);
      return { from: null, to: { id: randomUUID(), order, revision: 1, ...words } };
    }
    const from = byId.get(id);
    if (from === undefined) throw rowError(index, 'id', 'This row does not exist.');
    const to = { ...from, ...words, revision: revision ?? from.revision };
    return isSame(from, to) ? [] : { from, to };
  });
}

function isSame(from: StoredRow, to: StoredRow): boolean {
  return (
    isSameMeaning(from, to) && from.label === to.label && from.color === to.color && from.active === to.active
  );
}

function isSameMeaning(from: StoredRow, to: StoredRow): boolean {
  return from.kitId === to.kitId && from.diagnosticName === to.diagnosticName;
}

/** Refuses a change based on an older row than the stored one. */
async function refuseStale(tx: Tx, changes: readonly Change[]): Promise<void> {
  const late = changes.find(({ from, to }) => from !== null && from.revision !== to.revision);
  if (late === undefined) return;
  throw await staleErrorOf(tx, {
    entity: 'diagnostics',
    details: { path: ['rows'], array_contains: [{ to: { id: late.to.id } }] },
  });
}

function refuseDuplicates(stored: readonly StoredRow[], changes: readonly Change[]): void {
  const after = new Map(stored.map((row) => [row.id, row]));
  for (const { to } of changes) after.set(to.id, to);
  const seen = new Set<string>();
  for (const { kitId, diagnosticName } of after.values()) {
    const key = `${kitId ?? ''} ${diagnosticName}`;
    if (seen.has(key)) {
      throw new AppError('name-taken', 'There are duplicate labels', {
        details: { kind: 'Diagnostic', name: diagnosticName },
      });
    }
    seen.add(key);
  }
}

async function refuseNewMeanings(tx: Tx, changes: readonly Change[]): Promise<void> {
  const ids = changes.flatMap(({ from, to }) => (from !== null && !isSameMeaning(from, to) ? from.id : []));
  if (ids.length === 0) return;
  const used = await tx.diagnosticColor.findFirst({
    where: {
      id: { in: ids },
      OR: [
        { rules: { some: {} } },
        { outsideOf: { some: {} } },
        { wells: { some: {} } },
        { templateWells: { some: {} } },
      ],
    },
  });
  if (used === null) return;
  const message = `“${used.label}” is in use: only its label and its colour can be changed, not its kit and diagnostic.`;
  throw new AppError('invalid-request', message);
}

/** Writes all rows with two statements. */
async function writeChanges(tx: Tx, changes: readonly Change[]): Promise<void> {
  const added = changes.flatMap(({ from, to }) => (from === null ? to : []));
  const changed = changes.flatMap(({ from, to }) => (from === null ? [] : to));
  if (changed.length > 0) {
    await tx.$executeRaw`
      UPDATE diagnostic_color AS d
      SET kit_id = r."kitId", diagnostic_name = r."diagnosticName", label = r.label, color = r.color,
        active = r.active, revision = d.revision + 1
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        AS r(id uuid, "kitId" uuid, "diagnosticName" text, label text, color text, active boolean)
      WHERE d.id = r.id`;
  }
  if (added.length > 0) await tx.diagnosticColor.createMany({ data: added });
}

/** A row in the audit trail. */
function rowDetails(row: StoredRow | null) {
  if (row === null) return null;
  const { id, kitId, diagnosticName, label, color, active } = row;
  return { id, kitId, diagnosticName, label, color, active };
}

function rowError(index: number, field: string, message: string): AppError {
  return new AppError('invalid-request', message, { issues: [{ path: ['body', index, field], message }] });
}
