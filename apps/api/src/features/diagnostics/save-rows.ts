import type { DiagnosticRow } from '@curvewell/domain';

import { recordAudit } from '../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { isVisible, type KitViewer, visibleKit } from '../../database/kit-scope.ts';
import { AppError } from '../../errors.ts';
import type { DiagnosticColor as StoredRow } from '../../generated/prisma/client.ts';
import type { Caller } from '../../actor.ts';
import { ownParts } from '../kits/index.ts';
import { changesOf, removalsOf, type Change, type Removal, type SentRow } from './row-changes.ts';
import { refuseCombined, refuseDuplicates, refuseFaults, refuseStale, refuseUsed } from './row-refusals.ts';
import { listRows } from './rows.ts';

/**
 * Saves or deletes the given rows; other rows are unchanged. Once a kit version, a well or a template refers to
 * a row, its kit, diagnostic and meaning are fixed. If another user has changed any of the rows meanwhile, none
 * is saved.
 *
 * @throws AppError `stale`, `name-taken` for a diagnostic that a kit would have twice, `invalid-request`, also for
 *   letters or a code that another diagnostic of the kit has
 */
export async function saveRows(
  { db }: { readonly db: Db },
  actor: Caller,
  sent: readonly SentRow[],
): Promise<DiagnosticRow[]> {
  return transaction({ db, actor }, async (tx) => {
    const kitIds = [...new Set(sent.map(({ kitId }) => kitId))];
    await lockKits(tx, actor, kitIds);
    const ids = sent.flatMap(({ id }) => id ?? []);
    await tx.$queryRaw`SELECT 1 FROM diagnostic_color WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`;
    const stored = await tx.diagnosticColor.findMany({
      where: { kit: visibleKit(actor), OR: [{ kitId: { in: kitIds } }, { id: { in: ids } }] },
    });
    const changes = changesOf(sent, stored);
    const removals = removalsOf(sent, stored);
    const saving = { stored, changes, removals };
    await refuseStale(tx, actor, saving);
    refuseDuplicates(saving);
    refuseFaults(saving, sent);
    await refuseUsed(tx, saving);
    await refuseCombined(tx, saving);
    await removeRows(tx, removals);
    await writeChanges(tx, changes);
    if (changes.length + removals.length > 0) {
      await recordAudit(tx, actor, {
        action: 'diagnostics.save',
        entity: 'diagnostics',
        entityId: null,
        details: {
          rows: [
            ...changes.map(({ from, to }) => ({ from: rowDetails(from), to: rowDetails(to) })),
            ...removals.map(({ row }) => ({ from: rowDetails(row), to: null })),
          ],
        },
      });
    }
    return listRows(tx, actor);
  });
}

/** Serialises users who add the same diagnostic to a kit. */
async function lockKits(tx: Tx, viewer: KitViewer, kitIds: readonly string[]): Promise<void> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM kit k WHERE k.id = ANY(${[...kitIds]}::uuid[]) AND ${isVisible(viewer)}
    ORDER BY k.id FOR UPDATE`;
  if (locked.length < kitIds.length)
    throw new AppError('invalid-request', 'A row names a kit that does not exist.');
}

async function removeRows(tx: Tx, removals: readonly Removal[]): Promise<void> {
  if (removals.length === 0) return;
  await tx.diagnosticColor.deleteMany({ where: { id: { in: removals.map(({ row }) => row.id) } } });
}

/** Writes all rows with two statements. */
async function writeChanges(tx: Tx, changes: readonly Change[]): Promise<void> {
  const added = changes.flatMap(({ from, to }) => (from === null ? to : []));
  const changed = changes.flatMap(({ from, to }) => (from === null ? [] : to));
  if (changed.length > 0) {
    await tx.$executeRaw`
      UPDATE diagnostic_color AS d
      SET kit_id = r."kitId", diagnostic_name = r."diagnosticName", label = r.label, color = r.color,
        active = r.active, letters = r.letters, lis_code = r."lisCode", snomed_ct = r."snomedCt",
        loinc = r.loinc, meaning = r.meaning, revision = d.revision + 1
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        AS r(id uuid, "kitId" uuid, "diagnosticName" text, label text, color text, active boolean,
          letters text, "lisCode" text, "snomedCt" text, loinc text, meaning text)
      WHERE d.id = r.id`;
  }
  if (added.length > 0) await tx.diagnosticColor.createMany({ data: added });
}

/** A row in the audit trail. */
function rowDetails(row: StoredRow | null) {
  if (row === null) return null;
  const { id, kitId, diagnosticName, label, color, active } = row;
  return { id, kitId, diagnosticName, label, color, active, ...ownParts(row) };
}
