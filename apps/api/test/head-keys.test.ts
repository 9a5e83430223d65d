import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { AuditSlice, SignedHead } from '@curvewell/domain';
import { sha256 } from '@curvewell/domain/record';
import { verifyRecord, verifyTrail } from '@curvewell/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readConfig } from '../src/settings/config.ts';
import { exportHeads, verifyAgainst } from '../src/features/audit/index.ts';
import { signHead } from '../src/features/audit/heads/signed-head.ts';
import { revokeKey } from '../src/signing/revoke-key.ts';
import { keepSigningKey } from '../src/signing/signing-keys.ts';
import { createSigner, type Signer } from '../src/signing/signer.ts';
import { createTestApp, TEST_SIGNING_KEY, type TestApp } from './create-test-app.ts';
import { approvedRun } from './run-factory.ts';
import { unzip, zipped, type Parts } from './zip-parts.ts';

const SCRIPT = fileURLToPath(new URL('../../../docs/record-format/verify.py', import.meta.url));
const hasPython = spawnSync('python3', ['-c', 'import cryptography']).status === 0;
const [HEADS, NEXT_HEADS, NEXT] = [5, 6, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const OPS = { userId: null, name: 'Command line (ops)', laboratory: null };

/** An app without a key for heads, and one with it. */
let without: TestApp;
let test: TestApp;
let runId: string;
let laboratoryId: string;
/** A time before there was a key for heads. */
let before: Date;

beforeAll(async () => {
  without = await createTestApp();
  const run = await approvedRun(without);
  [runId, laboratoryId] = [run.id, run.laboratory.id];
  before = new Date();
  test = await createTestApp({ beside: without, headSigningKey: HEADS });
});
afterAll(async () => {
  await test.close();
  await without.close();
});

/** The current head of the laboratory's chain, signed by a signer at a time. */
async function headBy(signer: Signer, at = new Date()): Promise<SignedHead> {
  const { number, hash } = await test.db.auditHead.findUniqueOrThrow({ where: { chain: laboratoryId } });
  return signHead(
    { clock: { now: () => at }, signer },
    { chain: laboratoryId, number: Number(number), hash },
  );
}

async function faultOf(head: SignedHead, signer: Signer = test.signer): Promise<string | null> {
  const { db, clock } = test.app;
  const states = await verifyAgainst({ db, clock, signer }, [head]);
  return states.find(({ chain }) => chain === laboratoryId)?.fault?.kind ?? null;
}

const keep = (signer: Signer) => keepSigningKey({ db: test.db, clock: test.app.clock }, signer);
const exportBy = (app: TestApp) =>
  exportHeads({
    db: app.db,
    clock: app.app.clock,
    signer: app.signer,
    jobs: app.app.jobs,
    timeStamps: app.app.timeStamps,
    headPlaces: [app.app.headFiles],
    onHead: () => undefined,
    onRolledBack: () => undefined,
  });

async function exported(): Promise<Parts> {
  const answer = await test.call('physician', 'POST', `/run/export/${runId}/record`);
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return unzip(answer.rawPayload);
}

describe('TRUST-448 a key for heads of the audit trail', () => {
  it('TRUST-448 signs only the heads; the key for decisions endorses it, and that is audited', async () => {
    const { heads, keyId } = test.signer;
    const written = await exportBy(test);
    expect(written.map(({ head }) => head.keyId)).toContain(heads.keyId);
    expect(new Set(written.map(({ head }) => head.keyId)).size).toBe(1);
    const parts = await exported();
    const json = (name: string): unknown => JSON.parse(parts.get(name)?.toString() ?? '');
    expect((json('audit.json') as AuditSlice).head.head.keyId).toBe(heads.keyId);
    expect(json('manifest.json')).toMatchObject({ manifest: { keyId } });
    expect(json('signature.json')).toMatchObject({ statement: { keyId } });
    const entry = await test.db.auditEvent.findFirstOrThrow({ where: { entityId: heads.keyId } });
    expect(entry).toMatchObject({ action: 'signingKey.take', details: { use: 'heads', to: heads.keyId } });
  });

  it('TRUST-449 curvewell-verify and verify.py respect it: a record is valid, and invalid with swapped keys', async () => {
    const parts = await exported();
    const record = await zipped(parts);
    const failing = async (bytes: Buffer) =>
      (await verifyRecord(bytes, test.signer.publicKey)).flatMap(({ state, part }) =>
        state === 'fails' ? [part] : [],
      );
    expect(await failing(record)).toEqual([]);
    const byHeads = await zipped(await signedByHeads(parts));
    expect(await failing(byHeads)).toEqual(['manifest.json']);
    const ofSigner = await headBy({ ...test.signer, heads: test.signer });
    const audit = JSON.parse(parts.get('audit.json')?.toString() ?? '') as AuditSlice;
    const slice = { ...audit, head: await resigned(audit.head, test.signer) };
    const headless = await zipped(await withPart(parts, 'audit.json', slice));
    expect(await failing(headless)).toEqual(['audit.json']);
    const trail = JSON.stringify({
      format: 'curvewell-audit-export/1',
      exported: { by: 'x', at: before.toISOString(), filter: {} },
      keys: JSON.parse(parts.get('keys.json')?.toString() ?? '') as unknown,
      slices: [audit],
    });
    const known = { trustedKey: test.signer.publicKey, heads: [JSON.stringify(ofSigner)] };
    expect(verifyTrail(trail, known).filter(({ state }) => state === 'fails')).toHaveLength(1);
    if (!hasPython) return;
    expect(await python(record)).toBe(0);
    expect(await python(byHeads)).toBe(1);
    expect(await python(headless)).toBe(1);
  });

  it('TRUST-448 once in use, heads signed by the key for decisions are invalid; earlier ones stay valid', async () => {
    const own = { ...test.signer, heads: test.signer };
    expect(await faultOf(await headBy(own))).toBe('exported-head');
    expect(await faultOf(await headBy(own, before))).toBeNull();
    expect(await faultOf(await headBy(test.signer))).toBeNull();
  });

  it('TRUST-450 a process without it neither starts nor exports heads, and says what to set', async () => {
    await expect(exportBy(without)).rejects.toThrow('AUDIT_HEADS_SIGNING_KEY');
    await expect(keep(without.signer)).rejects.toThrow('AUDIT_HEADS_SIGNING_KEY');
    expect(await without.app.headFiles.newest(laboratoryId)).toBeNull();
    await expect(keep(createSigner(TEST_SIGNING_KEY, NEXT))).resolves.toBeUndefined();
    await expect(keep(createSigner(NEXT, HEADS))).rejects.toThrow('has signed audit heads');
  });

  it('TRUST-450 the error names the setting with the wrong key', () => {
    const key = HEADS.toString('base64');
    const read = (AUDIT_HEADS_SIGNING_KEY: string) => () =>
      readConfig({ SIGNING_KEY: key, AUDIT_HEADS_SIGNING_KEY });
    expect(read(key)).toThrow('AUDIT_HEADS_SIGNING_KEY is the same as SIGNING_KEY');
    expect(read('short')).toThrow('AUDIT_HEADS_SIGNING_KEY is not 32 bytes');
    expect(read('')().headSigningKey).toBeNull();
    expect(read(NEXT.toString('base64'))().headSigningKey).toEqual(NEXT);
  });

  it('TRUST-451 a new key for heads is valid, and so is the former one, even when the key that endorsed them is revoked', async () => {
    const former = await headBy(test.signer);
    const next = createSigner(TEST_SIGNING_KEY, NEXT_HEADS);
    await keep(next);
    expect(await faultOf(await headBy(next), next)).toBeNull();
    expect(await faultOf(former, next)).toBeNull();
    const newest = createSigner(Buffer.alloc(32, 4), NEXT_HEADS);
    await keep(newest);
    const dependencies = { db: test.db, clock: test.app.clock, signer: newest };
    await revokeKey(dependencies, OPS, { keyId: next.keyId, revokedAt: new Date(0), reason: 'Stolen' });
    expect(await faultOf(await headBy(newest), newest)).toBeNull();
    expect(await faultOf(former, newest)).toBeNull();
    await revokeKey(dependencies, OPS, {
      keyId: test.signer.heads.keyId,
      revokedAt: before,
      reason: 'Stolen',
    });
    expect(await faultOf(former, newest)).toBe('exported-head');
    await expect(exportBy(test)).rejects.toThrow('was revoked from');
  });
});

async function resigned({ head }: SignedHead, signer: Signer): Promise<SignedHead> {
  const renamed = { ...head, keyId: signer.keyId };
  return { head: renamed, signature: await signer.sign(renamed) };
}

/** Signs the manifest with the key for heads. */
async function signedByHeads(parts: Parts): Promise<Parts> {
  const { manifest } = JSON.parse(parts.get('manifest.json')?.toString() ?? '') as { manifest: object };
  const changed = { ...manifest, keyId: test.signer.heads.keyId };
  const signed = { manifest: changed, signature: await test.signer.heads.sign(changed) };
  return new Map(parts).set('manifest.json', Buffer.from(JSON.stringify(signed)));
}

/** Replaces a part and updates the manifest. */
async function withPart(parts: Parts, name: string, value: unknown): Promise<Parts> {
  const bytes = Buffer.from(JSON.stringify(value));
  const { manifest } = JSON.parse(parts.get('manifest.json')?.toString() ?? '') as {
    manifest: { parts: { name: string }[] };
  };
  const named = manifest.parts.map((part) =>
    part.name === name ? { name, size: bytes.length, sha256: sha256(bytes) } : part,
  );
  const changed = { ...manifest, parts: named };
  const signed = { manifest: changed, signature: await test.signer.sign(changed) };
  return new Map(parts).set(name, bytes).set('manifest.json', Buffer.from(JSON.stringify(signed)));
}

async function python(record: Buffer): Promise<number | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-heads-'));
  const file = path.join(folder, 'run.record.zip');
  await writeFile(file, record);
  const { status } = spawnSync('python3', [SCRIPT, file, '--key', test.signer.publicKey]);
  await rm(folder, { recursive: true });
  return status;
}
