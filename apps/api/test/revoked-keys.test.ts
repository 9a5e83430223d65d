import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { recordStateSchema, type RecordState, type Run } from '@curvewell/domain';
import { sha256 } from '@curvewell/domain/record';
import { verifyRecord } from '@curvewell/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { AdminUsageError, runAdminCommand } from '../src/commands/admin-command.ts';
import { signHead } from '../src/features/audit/heads/signed-head.ts';
import { verifyAgainst } from '../src/features/audit/index.ts';
import { keepSigningKey, readSigningKeys } from '../src/signing/signing-keys.ts';
import { createSecrets } from '../src/database/secrets.ts';
import { createSigner } from '../src/signing/signer.ts';
import { createTestApp, TEST_SIGNING_KEY, type TestApp } from './create-test-app.ts';
import { approvedRun, decide, interpretedRun, submit } from './run-factory.ts';
import { withoutRules } from './without-rules.ts';
import { unzip, zipped, type Parts } from './zip-parts.ts';

const SCRIPT = fileURLToPath(new URL('../../../docs/record-format/verify.py', import.meta.url));
const hasPython = spawnSync('python3', ['-c', 'import cryptography']).status === 0;
const NEXT_KEY = Buffer.alloc(32, 3);
const MS = 1;

/** A process with the former key, which continues beside one with the new key. */
let former: TestApp;
let test: TestApp;
let [before, after]: Run[] = [];
/** A time between the two decisions. */
let revokedAt: string;
let exportedBefore: Parts;

beforeAll(async () => {
  former = await createTestApp();
  before = await approvedRun(former, { seed: 1 });
  const { at } = (await stateOf(former, before)).signature!.statement;
  revokedAt = new Date(Date.parse(at) + MS).toISOString();
  after = await approvedRun(former, { seed: 2 });
  test = await createTestApp({ beside: former, signingKey: NEXT_KEY });
  exportedBefore = await unzip(await exported(after));
});
afterAll(async () => {
  await test.close();
  await former.close();
});

async function stateOf(app: TestApp, { id }: Run): Promise<RecordState> {
  return recordStateSchema.parse((await app.call('tech', 'GET', `/run/${id}/record?again=true`)).json());
}

async function exported({ id }: Run): Promise<Buffer> {
  const answer = await test.call('physician', 'POST', `/run/export/${id}/record`);
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.rawPayload;
}

const admin = (signingKey: Buffer | null, ...commandLine: string[]) =>
  runAdminCommand(
    {
      db: test.db,
      secrets: createSecrets([]),
      identityAdmin: null,
      openSigner: () => Promise.resolve(signingKey && createSigner(signingKey)),
      actor: { userId: null, name: 'Command line (ops)', laboratory: null },
    },
    commandLine,
  );
const revoke = (key: string, since: string) =>
  admin(NEXT_KEY, 'revoke-key', key, '--since', since, '--reason', 'The server was stolen');
const revocations = () => test.db.auditEvent.findMany({ where: { action: 'signingKey.revoke' } });

describe('TRUST-441 revoking a signing key', () => {
  it('TRUST-441 is refused for the current key, an unknown one, by another key, in the future, and without a reason', async () => {
    const { keyId } = former.signer;
    await expect(revoke(test.signer.keyId, revokedAt)).rejects.toThrow('This is the current key.');
    await expect(revoke('0123456789abcdef', revokedAt)).rejects.toMatchObject({ code: 'not-found' });
    await expect(revoke(keyId, '2999-01-01T00:00:00Z')).rejects.toThrow('future');
    const given = ['revoke-key', keyId, '--since', revokedAt];
    await expect(admin(TEST_SIGNING_KEY, ...given, '--reason', 'Stolen')).rejects.toThrow(
      'not the current key',
    );
    await expect(admin(null, ...given, '--reason', 'Stolen')).rejects.toBeInstanceOf(AdminUsageError);
    await expect(admin(NEXT_KEY, ...given)).rejects.toThrow('--reason');
    await expect(revoke(keyId, 'yesterday')).rejects.toThrow('--since');
    expect(await revocations()).toEqual([]);
    expect((await readSigningKeys(test.db)).filter(({ revocation }) => revocation)).toEqual([]);
  });

  it('TRUST-441 is signed by the current key, listed, and audited', async () => {
    const { keyId, publicKey } = former.signer;
    expect(await revoke(publicKey, revokedAt)).toContain(`${keyId} is revoked`);
    expect(await admin(null, 'keys')).toContain(`revoked since ${revokedAt}`);
    expect(await revocations()).toMatchObject([
      {
        actorName: 'Command line (ops)',
        entityId: keyId,
        laboratoryId: null,
        details: { reason: 'The server was stolen', to: { revokedAt }, by: test.signer.keyId },
      },
    ]);
    await expect(revoke(keyId, revokedAt)).rejects.toThrow('already');
    await expect(revoke(keyId, new Date().toISOString())).rejects.toThrow('already');
  });

  it('TRUST-442 earlier signatures of the key stay valid; later ones are invalid, with the reason', async () => {
    expect(await stateOf(test, before!)).toMatchObject({ state: 'unchanged' });
    const { state, differences, signature } = await stateOf(test, after!);
    expect(state).toBe('changed');
    expect(differences).toEqual([
      {
        what: 'Signature: key',
        signed: `at ${signature?.statement.at ?? ''}`,
        found: `${former.signer.keyId}, revoked since ${revokedAt}`,
      },
    ]);
  });

  it('TRUST-443 a process that still has the key signs and writes nothing, and does not start again', async () => {
    const waiting = await interpretedRun(test, { seed: 3 });
    await submit(test, waiting.id);
    const answer = await decide(former, waiting.id);
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain(`${former.signer.keyId} of this process was revoked from ${revokedAt} on`);
    expect(await test.db.run.findUnique({ where: { id: waiting.id } })).toMatchObject({
      status: 'WAIT_FOR_APPROVAL',
    });
    expect(await test.db.signature.count({ where: { runId: waiting.id } })).toBe(0);
    expect(await test.db.auditEvent.count({ where: { action: 'run.approve', entityId: waiting.id } })).toBe(
      0,
    );
    await expect(keepSigningKey({ db: test.db, clock: test.app.clock }, former.signer)).rejects.toThrow(
      'was revoked from',
    );
    expect((await decide(test, waiting.id)).statusCode).toBe(200);
  });

  it('TRUST-444 the portable record contains the revocation, and curvewell-verify and verify.py respect it', async () => {
    const record = await exported(before!);
    const finding = {
      part: 'keys.json',
      state: 'holds',
      text: `The key ${former.signer.keyId} is revoked from ${revokedAt} on.`,
    };
    const findings = await verifyRecord(record, test.signer.publicKey);
    expect(findings.filter(({ state }) => state !== 'holds')).toEqual([]);
    expect(findings).toContainEqual(finding);
    // Exported earlier, with the current keys.
    const keys = (await unzip(record)).get('keys.json');
    const renewed = await zipped(await withKeys(exportedBefore, keys!));
    const fails = (await verifyRecord(renewed, test.signer.publicKey)).filter(
      ({ state }) => state === 'fails',
    );
    expect(fails).toMatchObject([
      { part: 'signature.json', text: expect.stringContaining(`revoked from ${revokedAt} on`) as string },
    ]);
    // The key itself is trusted; it cannot show who may revoke it.
    const byFormer = await verifyRecord(record, former.signer.publicKey);
    expect(byFormer).toContainEqual(expect.objectContaining({ part: 'keys.json', state: 'fails' }));
    if (!hasPython) return;
    expect(await python(record)).toContain(finding.text);
    expect(await python(renewed)).toMatch(/fails +signature\.json/);
  });

  it('TRUST-445 a head that the key signs afterwards is refused as foreign', async () => {
    const { db, clock } = test.app;
    const { id } = await db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory North' } });
    const { number, hash } = await db.auditHead.findUniqueOrThrow({ where: { chain: id } });
    const at = (instant: string) => ({
      clock: { now: () => new Date(instant) },
      signer: former.signer,
    });
    const place = { chain: id, number: Number(number), hash };
    const faultOf = async (instant: string) => {
      const states = await verifyAgainst({ db, clock, signer: test.signer }, [
        await signHead(at(instant), place),
      ]);
      return states.find(({ chain }) => chain === id)?.fault?.kind ?? null;
    };
    expect(await faultOf(new Date(Date.parse(revokedAt) - MS).toISOString())).toBeNull();
    expect(await faultOf(revokedAt)).toBe('exported-head');
  });

  it('TRUST-446 a revocation that was deleted from the database is detected, and the product cannot delete it', async () => {
    const { keyId } = former.signer;
    const take = { where: { id: keyId }, data: { revokedAt: null, revokedBy: null, revocation: null } };
    await expect(test.db.signingKey.update(take)).rejects.toThrow('a signing key cannot be changed');
    const later = { ...take, data: { revokedAt: new Date() } };
    await expect(test.db.signingKey.update(later)).rejects.toThrow('a signing key cannot be changed');
    expect(await admin(NEXT_KEY, 'audit')).not.toContain('✗');
    const kept = await test.db.signingKey.findUniqueOrThrow({ where: { id: keyId } });
    await withoutRules(test.db, (tx) => tx.signingKey.update(take));
    await expect(admin(NEXT_KEY, 'audit')).rejects.toThrow(
      `revokes the signing key ${keyId} from ${revokedAt} on, but the key is not revoked.`,
    );
    await withoutRules(test.db, (tx) => tx.signingKey.update({ where: { id: keyId }, data: kept }));
  });

  it('TRUST-441 a later revocation may have an earlier time, which invalidates further signatures', async () => {
    const earlier = '2026-01-01T00:00:00.000Z';
    await revoke(former.signer.keyId, earlier);
    expect(await stateOf(test, before!)).toMatchObject({ state: 'changed' });
    expect(await admin(NEXT_KEY, 'audit')).not.toContain('✗');
  });
});

/** Replaces the keys; the manifest is signed by the current key. */
async function withKeys(parts: Parts, keys: Buffer): Promise<Parts> {
  const changed = new Map(parts).set('keys.json', keys);
  const { manifest } = JSON.parse(parts.get('manifest.json')?.toString() ?? '') as {
    manifest: { parts: { name: string; size: number; sha256: string }[] };
  };
  const named = manifest.parts.map((part) =>
    part.name === 'keys.json' ? { ...part, size: keys.length, sha256: sha256(keys) } : part,
  );
  const altered = { ...manifest, parts: named };
  const signed = { manifest: altered, signature: await test.signer.sign(altered) };
  return changed.set('manifest.json', Buffer.from(JSON.stringify(signed)));
}

async function python(record: Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-revoked-'));
  const file = path.join(folder, 'run.record.zip');
  await writeFile(file, record);
  const { stdout } = spawnSync('python3', [SCRIPT, file, '--key', test.signer.publicKey]);
  await rm(folder, { recursive: true });
  return stdout.toString();
}
