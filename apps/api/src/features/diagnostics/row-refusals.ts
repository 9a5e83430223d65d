import {
  type ChannelRuleFault,
  channelRuleFaults,
  channelRuleFaultText,
  diagnosticFaults,
  diagnosticFaultText,
  type KitDiagnostic,
} from '@curvewell/domain';

import { staleErrorOf } from '../../audit/record-audit.ts';
import type { Caller } from '../../actor.ts';
import type { Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import { Prisma, type DiagnosticColor as StoredRow } from '../../generated/prisma/client.ts';
import { diagnosticColorOf, SETTINGS_SELECT, settingsOfRow } from '../kits/index.ts';
import { isSameMeaning, rowError, type Change, type Removal, type SentRow } from './row-changes.ts';

interface Saving {
  readonly stored: readonly StoredRow[];
  readonly changes: readonly Change[];
  readonly removals: readonly Removal[];
}

/** Refuses a change or a deletion based on an older row than the stored one. */
export async function refuseStale(tx: Tx, actor: Caller, { changes, removals }: Saving): Promise<void> {
  const late =
    changes.find(({ from, to }) => from !== null && from.revision !== to.revision)?.to ??
    removals.find(({ row, revision }) => row.revision !== revision)?.row;
  if (late === undefined) return;
  throw await staleErrorOf(tx, actor, {
    entity: 'diagnostics',
    details: { path: ['rows'], array_contains: [{ to: { id: late.id } }] },
  });
}

/** The rows after the save, changed and new ones last. */
function rowsAfter({ stored, changes, removals }: Saving): StoredRow[] {
  const gone = new Set([
    ...removals.map(({ row }) => row.id),
    ...changes.flatMap(({ from }) => from?.id ?? []),
  ]);
  return [...stored.filter(({ id }) => !gone.has(id)), ...changes.map(({ to }) => to)];
}

export function refuseDuplicates(saving: Saving): void {
  const seen = new Set<string>();
  for (const { kitId, diagnosticName } of rowsAfter(saving)) {
    const key = `${kitId ?? ''} ${diagnosticName.toLowerCase()}`;
    if (seen.has(key)) {
      throw new AppError('name-taken', 'There are duplicate labels', {
        details: { kind: 'Diagnostic', name: diagnosticName },
      });
    }
    seen.add(key);
  }
}

/** Refuses names, letters and codes that contradict the catalogue or another diagnostic of the kit. */
export function refuseFaults(saving: Saving, sent: readonly SentRow[]): void {
  for (const rows of Map.groupBy(rowsAfter(saving), ({ kitId }) => kitId).values()) {
    // Changed rows come last, and a fault between two is that of the last.
    const fault = diagnosticFaults(rows.map(kitDiagnosticOf)).at(-1);
    const row = fault && rows[fault.index];
    if (fault === undefined || row === undefined) continue;
    const place = sent.findIndex(
      ({ id, kitId, name }) => id === row.id || (kitId === row.kitId && name === row.diagnosticName),
    );
    throw rowError(Math.max(0, place), fault.field, `“${row.label}”: ${diagnosticFaultText(fault)}`);
  }
}

function kitDiagnosticOf(row: StoredRow): KitDiagnostic {
  const { diagnostic, diagnosticLabel: label, ...color } = diagnosticColorOf(row);
  return { name: diagnostic.name, label, ...color };
}

/** Refuses a new meaning for a row that is used, and its deletion. */
export async function refuseUsed(tx: Tx, { changes, removals }: Saving): Promise<void> {
  const changed = changes.flatMap(({ from, to }) => (from !== null && !isSameMeaning(from, to) ? from : []));
  const ids = [...changed, ...removals.map(({ row }) => row)].map(({ id }) => id);
  if (ids.length === 0) return;
  const used = await tx.diagnosticColor.findFirst({
    where: {
      id: { in: ids },
      OR: [
        { rules: { some: {} } },
        { outsideOf: { some: {} } },
        { earlierWells: { some: {} } },
        { wellUses: { some: {} } },
        { templateWells: { some: {} } },
      ],
    },
  });
  const inUse = used ?? (await usedByChannelRules(tx, ids));
  if (inUse === null) return;
  const what = changed.some(({ id }) => id === inUse.id)
    ? 'its kit, diagnostic and meaning cannot be changed'
    : 'it cannot be deleted';
  throw new AppError('invalid-request', `“${inUse.label}” is in use: ${what}.`);
}

/** Refuses names and codes that contradict a combined result of a version of the kit, or that it cannot have. */
export async function refuseCombined(tx: Tx, saving: Saving): Promise<void> {
  const ofKits = Map.groupBy(saving.changes, ({ to }) => to.kitId);
  const versions = await tx.kitVersion.findMany({
    where: {
      kitId: { in: [...ofKits.keys()].filter((kitId) => kitId !== null) },
      channelRules: { not: Prisma.AnyNull },
    },
    select: { kitId: true, version: true, ...SETTINGS_SELECT },
  });
  for (const { kitId, version, ...stored } of versions) {
    const rules = settingsOfRow(stored).channelRules ?? [];
    const faultsWith = (rows: readonly StoredRow[]): string[] =>
      channelRuleFaults(rules, {
        diagnostics: rows.filter((row) => row.kitId === kitId).map(diagnosticColorOf),
        channels: [],
        read: [],
      }).flatMap((fault) => (OF_DIAGNOSTICS.includes(fault.kind) ? channelRuleFaultText(fault) : []));
    // A fault from before a check existed does not prevent other changes.
    const before = new Set(faultsWith(saving.stored));
    const fault = faultsWith(rowsAfter(saving)).find((one) => !before.has(one));
    if (fault !== undefined) throw new AppError('invalid-request', `Version ${version}: ${fault}`);
  }
}

/** What the words and codes of diagnostics may contradict in channel rules. */
const OF_DIAGNOSTICS: readonly ChannelRuleFault['kind'][] = ['other-meaning', 'other-result', 'unfit-result'];

/** The first of some rows that a channel rule names. */
async function usedByChannelRules(
  tx: Tx,
  ids: readonly string[],
): Promise<Pick<StoredRow, 'id' | 'label'> | null> {
  const [first] = await tx.$queryRaw<Pick<StoredRow, 'id' | 'label'>[]>`
    SELECT d.id, d.label FROM diagnostic_color d JOIN kit_version v ON v.kit_id = d.kit_id
    WHERE d.id = ANY(${ids}::uuid[]) AND (v.channel_rules @> jsonb_build_array(jsonb_build_object('conditions',
      jsonb_build_array(jsonb_build_object('diagnostic', d.diagnostic_name))))
      OR v.channel_rules @> jsonb_build_array(jsonb_build_object('result',
        jsonb_build_object('diagnostic', d.diagnostic_name))))
    LIMIT 1`;
  return first ?? null;
}
