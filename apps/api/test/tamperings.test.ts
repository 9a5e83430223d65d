import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { canonicalJson } from '@curvewell/domain';
import { sha256 } from '@curvewell/domain/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { readRecord } from '../src/features/decisions/decision-record.ts';
import { signatureOf } from '../src/features/decisions/read-record-state.ts';
import { createSigner } from '../src/signing/signer.ts';
import { IS_NIGHT } from './often.ts';
import { attackedProduct, type Attacked, type Attacker } from './tamperings/attacked.ts';
import { TAMPERINGS, type Tampering } from './tamperings/index.ts';
import { noticedAfter, outcomeOf, type Outcome } from './tamperings/outcome.ts';
import { changeWellsAt } from './change-wells.ts';

/**
 * The measured detection of each tampering; `TAMPERINGS=write` measures it again and generates
 * docs/tampering.md.
 */
const MEASURED = fileURLToPath(new URL('../../../docs/measurements/tamperings.json', import.meta.url));
const isMeasured = process.env['TAMPERINGS'] === 'write';
const isNight = isMeasured || IS_NIGHT;

const measuredSchema = z.object({
  command: z.string(),
  tamperings: z.array(z.object({ what: z.string(), noticed: z.record(z.string(), z.string()) })),
});
const known = !existsSync(MEASURED)
  ? new Map<string, Record<string, string>>()
  : new Map(
      measuredSchema
        .parse(JSON.parse(readFileSync(MEASURED, 'utf8')))
        .tamperings.map(({ what, noticed }) => [what, noticed]),
    );
const measured = new Map<string, Record<string, string>>();

interface Cell {
  readonly who: Attacker;
  readonly run: 'approved' | 'waiting';
}

let attacked: Attacked;
beforeAll(async () => {
  attacked = await attackedProduct();
}, 300_000);
afterAll(async () => {
  await attacked.close();
  if (!isMeasured) return;
  const tamperings = TAMPERINGS.map(({ what }) => ({
    what,
    noticed: { ...known.get(what), ...measured.get(what) },
  }));
  const command = 'pnpm --filter @curvewell/api measure:tamperings';
  writeFileSync(MEASURED, `${JSON.stringify({ command, tamperings }, null, 2)}\n`);
});

const isTried = ({ isOfRole = false, statements }: Tampering, { who, run }: Cell) =>
  (who === 'role' || !isOfRole) && (run === 'approved' || statements.join().includes(':run'));

/** `run, list`: what detects it; `harmless`: nothing, for the stated reason; `nothing there`: no effect. */
function noticedBy({ by, isDone }: Outcome, { harmless }: Tampering): string {
  if (by.length > 0) return by.join(', ');
  if (!isDone) return 'nothing there';
  return harmless === undefined ? 'UNSEEN' : 'harmless';
}

/** By day, every twelfth tampering of each cell, with a different offset in each cell. */
const triedIn = (cell: Cell, place: 0 | 1 | 2 | 3) =>
  TAMPERINGS.filter((one, index) => isTried(one, cell) && (isNight || index % 12 === 3 * place));

const isNoticedIn = (cell: Cell) => async (tampering: Tampering) => {
  const outcome = await outcomeOf(attacked, tampering, cell);
  const noticed = noticedBy(outcome, tampering);
  const key = `${cell.who}: ${cell.run}`;
  measured.set(tampering.what, { ...measured.get(tampering.what), [key]: noticed });
  expect(noticed).not.toBe('UNSEEN');
  // Every tampering must change an approved run.
  if (cell.run === 'approved') expect(noticed).not.toBe('nothing there');
  if (!isMeasured) expect(noticed).toBe(known.get(tampering.what)?.[key]);
  if (cell.who !== 'owner' || cell.run === 'waiting') return;
  const { named, isListed = false } = tampering;
  if (named !== undefined) expect(outcome.found).toContainEqual(expect.stringMatching(named));
  if (isListed) expect(outcome.by).toContain('list');
};

describe('the owner of the database, on an approved run', () => {
  const cell = { who: 'owner', run: 'approved' } as const;
  it.each(triedIn(cell, 0))('TRUST-09 TRUST-460 is detected: $what', isNoticedIn(cell));
});

describe('the owner of the database, on a waiting run', () => {
  const cell = { who: 'owner', run: 'waiting' } as const;
  it.each(triedIn(cell, 1))('TRUST-300 TRUST-301 TRUST-461 is detected: $what', isNoticedIn(cell));
});

describe('the owner with triggers enabled, on an approved run', () => {
  const cell = { who: 'owner, rules on', run: 'approved' } as const;
  it.each(triedIn(cell, 2))('TRUST-382 is detected: $what', isNoticedIn(cell));
});

describe('the product’s role, on an approved run', () => {
  const cell = { who: 'role', run: 'approved' } as const;
  it.each(triedIn(cell, 3))('OPS-135 TRUST-380 is detected: $what', isNoticedIn(cell));
});

describe.runIf(isNight)('at night, the owner with triggers enabled, on a waiting run', () => {
  const cell = { who: 'owner, rules on', run: 'waiting' } as const;
  it.each(triedIn(cell, 1))('TRUST-382 is detected: $what', isNoticedIn(cell));
});

describe.runIf(isNight)('at night, the product’s role, on a waiting run', () => {
  const cell = { who: 'role', run: 'waiting' } as const;
  it.each(triedIn(cell, 2))('TRUST-380 is detected: $what', isNoticedIn(cell));
});

describe('TRUST-460 a harmless change', () => {
  it('TRUST-460 is not reported as tampering', async () => {
    expect(await noticedAfter(attacked, () => Promise.resolve())).toEqual([]);
    const lawful = await noticedAfter(
      attacked,
      (
        tx,
      ) => tx.$executeRaw`UPDATE run SET ftp_sent = true, archived_at = now(), archived_by_name = 'x', search_text = 'x',
        revision = revision + 1 WHERE id = ${attacked.names.approved}::uuid`,
    );
    expect(lawful).toEqual([]);
  });

  it('TRUST-460 each tampering has a unique name', () => {
    expect(new Set(TAMPERINGS.map(({ what }) => what)).size).toBe(TAMPERINGS.length);
  });
});

describe('TRUST-304 a decision with an invalid signature', () => {
  it('TRUST-304 is reported: a run, its record and its signature made with a foreign key', async () => {
    const own = createSigner(Buffer.alloc(32, 9));
    const found = await noticedAfter(attacked, async (tx) => {
      const runId = attacked.names.approved;
      await changeWellsAt(tx, { runId, position: 'A1' }, { result: 'NEGATIVE' });
      const recordHash = sha256(canonicalJson(await readRecord(tx, runId)));
      const row = await tx.signature.findFirstOrThrow({ where: { runId } });
      const statement = { ...signatureOf(row).statement, recordHash, keyId: own.keyId };
      await tx.signingKey.create({ data: { id: own.keyId, publicKey: own.publicKey, since: new Date() } });
      await tx.signature.update({
        where: { decisionId: row.decisionId },
        data: { recordHash, keyId: own.keyId, signature: await own.sign(statement) },
      });
    });
    expect(found).toContain('approved: Signature: key');
  });

  it('TRUST-305 API-290 is reported as changed when its meaning was altered, with the parts that can be shown', async () => {
    const { owners, names } = attacked;
    const set = (meaning: string) =>
      owners.db.$transaction([
        owners.db.$executeRaw`SET LOCAL session_replication_role = replica`,
        owners.db
          .$executeRaw`UPDATE signature SET meaning = ${meaning} WHERE run_id = ${names.approved}::uuid`,
      ]);
    await set('seen');
    const answer = await owners.call('tech', 'GET', `/run/${names.approved}/record`);
    await set('reviewed and approved');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { state: 'changed', signature: null, differences: [{ what: 'Signature' }] },
    ]);
  });
});
