import type { AuditEntry, RecordDifference } from '@curvewell/domain';
import { linkOf } from '@curvewell/domain/record';

import { ENTRY_COLUMNS, entryOf, type EntryRow } from '../../../audit/audit-chain.ts';
import { readRows, type Db, type Tx } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { AnalysisWorkers } from '../threads/analysis-workers.ts';
import type { DeriveJob } from './derive-run.ts';
import { loadReadings } from '../interpret/load-plate.ts';
import { partFaults, readCompared } from './stored-parts.ts';
import { submissionFaults } from './submission-faults.ts';

interface DerivationRequest {
  readonly runId: string;
  readonly laboratoryId: string;
  /** The record to decide on, as JSON from the database. */
  readonly settled: string;
  /** Whether wells are called again from their curves. */
  readonly again: boolean;
}

const DERIVE_RUN = { file: new URL('derive-run.ts', import.meta.url), name: 'deriveRun' };
const PROVEN_ACTIONS = [
  'run.interpret',
  'run.submit',
  'run.update',
  'run.diagnostic',
  'run.comment',
  'run.comment.edit',
];

/**
 * Where results, overrides and comments of a run do not follow from the audit trail; with `again`, also where
 * a new call of the curves differs. Computed in a thread.
 */
export async function derivedRunFaults(
  { db, analysisWorkers }: { readonly db: Db | Tx; readonly analysisWorkers: AnalysisWorkers },
  { runId, laboratoryId, settled, again }: DerivationRequest,
): Promise<RecordDifference[]> {
  const { entries, faults } = await readEntries(db, { runId, laboratoryId });
  const compared = await readCompared(db, runId);
  const hashes = compared?.resultHashes ?? null;
  const derive = async (readings: DeriveJob['readings']) =>
    (await analysisWorkers.run(DERIVE_RUN, { settled, entries, hashes, readings })) as RecordDifference[]; // the return type of the exported function
  const first = await derive(again ? await loadReadings(db, runId) : null);
  // The audit entry has one hash of all results. Calling the wells again names those that differ.
  const isUnnamed = !again && hashes === null && first.some(({ what }) => what.startsWith('Interpretation:'));
  const derived = isUnnamed ? await derive(await loadReadings(db, runId)) : first;
  return [
    ...faults,
    ...(compared === null
      ? []
      : [
          ...partFaults(entries, compared.parts, compared.lotsChanged),
          ...(await submissionFaults(db, { runId, entries, run: compared.run })),
        ]),
    ...derived,
  ];
}

/** The audit entries of a run, and which of them are not intact. */
async function readEntries(
  db: Db | Tx,
  { runId, laboratoryId }: Pick<DerivationRequest, 'runId' | 'laboratoryId'>,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly faults: RecordDifference[] }> {
  const rows = await readRows<EntryRow>(
    db,
    Prisma.sql`SELECT ${Prisma.raw(ENTRY_COLUMNS)} FROM audit_event
      WHERE entity = 'run' AND entity_id = ${runId} AND laboratory_id = ${laboratoryId}::uuid
        AND action = ANY(${PROVEN_ACTIONS}) ORDER BY number`,
  );
  const entries = rows.map((row) => entryOf(row, laboratoryId));
  const faults = rows.flatMap(({ previous_hash: previousHash, hash }, index) => {
    const entry = entries[index];
    if (entry === undefined || linkOf(entry, previousHash).hash === hash) return [];
    return [{ what: `Audit entry ${entry.number}`, signed: hash, found: 'altered' }];
  });
  return { entries, faults };
}
