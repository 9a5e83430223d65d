import type { Tx } from '../../src/database/db.ts';
import { verifyChain } from '../../src/features/audit/verify/verify-chain.ts';
import { chainsOf } from '../../src/features/audit/verify/verify-trail.ts';
import { readSettled } from '../../src/features/decisions/decision-record.ts';
import { underivedFaults } from '../../src/features/decisions/derived-results.ts';
import { readRecordState } from '../../src/features/decisions/read-record-state.ts';
import { IS_UNCHANGED } from '../../src/features/runs/list/listed-run.ts';
import type { Attacked, Attacker } from './attacked.ts';
import type { Tampering } from './tampering.ts';
import { rehashed, undone } from './undone.ts';

/**
 * What detects a tampering: the database refuses it; the approval fails; the run or the list shows “changed”;
 * the audit page reports a broken trail, or a mismatch of runs and trail; or an exported head is missing.
 */
const NOTICERS = ['refused', 'approval', 'run', 'list', 'trail', 'runs and trail', 'head'] as const;
export type Noticer = (typeof NOTICERS)[number];

export interface Outcome {
  readonly by: readonly Noticer[];
  readonly found: readonly string[];
  /** Whether the statements changed anything. */
  readonly isDone: boolean;
}

/**
 * SQLSTATEs of privileges, triggers and constraints: 42501, 23xxx, 2BP01; `audit_append` refuses invalid
 * entries: 22023.
 */
const REFUSALS = /42501|\b23\d{3}\b|2BP01|22023|permission denied|must be owner/;

/** Tries a tampering, rolls it back, and returns its detection. */
export async function outcomeOf(
  attacked: Attacked,
  { statements, trail }: Tampering,
  { who, run }: { readonly who: Attacker; readonly run: 'approved' | 'waiting' },
): Promise<Outcome> {
  const { app, owners, names } = attacked;
  const filled = (statement: string) =>
    statement.replaceAll(/:(run|approved|rejected|waiting|imported|lab)\b/g, (_, name: string) => {
      const id = names[(name === 'run' ? run : name) as keyof typeof names];
      return `'${id}'`;
    });
  const { db } = who === 'role' ? app : owners;
  try {
    return await undone(
      db,
      async (tx) => {
        let changed = 0;
        for (const statement of statements) changed += await tx.$executeRawUnsafe(filled(statement));
        // As a commit does.
        await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
        if (trail === 'hashed again' && changed > 0) {
          await rehashed(tx, names.lab);
          await rehashed(tx, null);
        }
        const seen = await noticed(attacked, tx);
        const by = new Set(seen.map(([noticer]) => noticer));
        return {
          isDone: changed > 0,
          by: NOTICERS.filter((one) => by.has(one)),
          found: seen.map(([, text]) => text),
        };
      },
      { triggers: who !== 'owner' },
    );
  } catch (error) {
    if (!REFUSALS.test(String(error))) throw error;
    return { by: ['refused'], found: [], isDone: true };
  }
}

/** What is detected after the owner of the database has made changes. */
export const noticedAfter = (attacked: Attacked, tamper: (tx: Tx) => Promise<unknown>): Promise<string[]> =>
  undone(attacked.owners.db, async (tx) => {
    await tamper(tx);
    return (await noticed(attacked, tx)).map(([, text]) => text);
  });

async function noticed({ app, names }: Attacked, tx: Tx): Promise<(readonly [Noticer, string])[]> {
  const dependencies = { clock: app.app.clock, signer: app.signer, headFiles: app.app.headFiles, db: tx };
  const found: (readonly [Noticer, string])[] = [];
  for (const name of ['approved', 'rejected', 'waiting'] as const) {
    const id = names[name];
    if ((await tx.run.count({ where: { id } })) === 0) continue;
    const { state, differences } = await readRecordState(dependencies, id);
    for (const { what } of differences) found.push(['run', `${name}: ${what}`]);
    if (state === 'unsigned' && name !== 'waiting') found.push(['run', `${name}: unsigned`]);
    const [listed] = await tx.$queryRaw<
      { isUnchanged: boolean | null }[]
    >`SELECT ${IS_UNCHANGED} AS "isUnchanged" FROM run r WHERE r.id = ${id}::uuid`;
    if (listed?.isUnchanged === false) found.push(['list', `${name}: listed as changed`]);
  }
  for (const named of await chainsOf(tx, undefined)) {
    const { fault } = await verifyChain(dependencies, named);
    if (fault === null) continue;
    const by = /the seal of \d/.test(fault.text) ? 'head' : fault.kind === 'run' ? 'runs and trail' : 'trail';
    found.push([by, `${named.laboratory ?? 'installation'}: ${fault.text}`]);
  }
  for (const fault of await approvalFaults(app, tx, names)) found.push(['approval', `waiting: ${fault}`]);
  return found;
}

/** Why the waiting run would not be approved. */
async function approvalFaults(
  { app }: Attacked['app'],
  tx: Tx,
  { waiting: runId, lab: laboratoryId }: Attacked['names'],
): Promise<string[]> {
  const settled = await readSettled(tx, runId);
  if (settled === null) return ['no results'];
  const dependencies = { db: tx, analysisWorkers: app.analysisWorkers };
  const request = { runId, laboratoryId, settled, decision: 'approve' } as const;
  return (await underivedFaults(dependencies, request)).map(({ what }) => what);
}
