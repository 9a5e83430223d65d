import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Problem } from '@curvewell/contracts';
import { recordStateSchema, type AuditSlice, type Run } from '@curvewell/domain';
import { verifyRecord } from '@curvewell/verify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { runAdminCommand } from '../src/commands/admin-command.ts';
import { readConfig } from '../src/settings/config.ts';
import { watchDatabase } from '../src/database/db.ts';
import { exportHeads } from '../src/features/audit/index.ts';
import { startAnalysisWorkers } from '../src/features/interpretation/index.ts';
import { watchParts } from '../src/process/health-parts.ts';
import { openSigner } from '../src/signing/open-signer.ts';
import { requireServices } from '../src/settings/required-services.ts';
import { createSecrets } from '../src/database/secrets.ts';
import { keepSigningKey, readSigningKeys } from '../src/signing/signing-keys.ts';
import { createSigner, type Signer } from '../src/signing/signer.ts';
import { createTestApp, TEST_SIGNING_KEY, type TestApp } from './create-test-app.ts';
import { IS_NIGHT } from './often.ts';
import { startFaultyWay, type FaultyWay } from './faulty-way.ts';
import { freePort } from './free-port.ts';
import { hasOpenBao, startKeyServer, type KeyServer } from './key-server.ts';
import { approvedRun, decide, interpretedRun, submit } from './run-factory.ts';
import { unzip } from './zip-parts.ts';

const SCRIPT = fileURLToPath(new URL('../../../docs/record-format/verify.py', import.meta.url));
const hasPython = spawnSync('python3', ['-c', 'import cryptography']).status === 0;
const UNOBSERVED = { onHead: () => undefined, onRolledBack: () => undefined };

describe('TRUST-557 settings of a key server', () => {
  const SERVER = { KMS_URL: 'https://bao.example.org:8200/v1/transit/', KMS_TOKEN_FILE: '/run/token' };
  const key = TEST_SIGNING_KEY.toString('base64');
  const names = { KMS_SIGNING_KEY: 'records', KMS_AUDIT_HEADS_SIGNING_KEY: 'heads' };

  it('TRUST-557 are complete, replace the key setting, and never send a token unencrypted', () => {
    expect(readConfig({ ...SERVER, ...names }).keyServer).toEqual({
      url: 'https://bao.example.org:8200/v1/transit',
      tokenFile: '/run/token',
      signingKey: 'records',
      headSigningKey: 'heads',
    });
    expect(readConfig({ SIGNING_KEY: key }).keyServer).toBeNull();
    const services = { DATABASE_URL: 'postgresql://db/curvewell', OIDC_URL: 'https://sso.example.org' };
    expect(() => requireServices(readConfig({ ...services, ...SERVER, ...names }))).not.toThrow();
    expect(() =>
      requireServices(readConfig({ ...services, ...SERVER, KMS_AUDIT_HEADS_SIGNING_KEY: 'heads' })),
    ).toThrow('KMS_SIGNING_KEY');
    for (const [settings, message] of [
      [{ ...SERVER, ...names, SIGNING_KEY: key }, 'Set SIGNING_KEY or KMS_SIGNING_KEY, not both.'],
      [{ ...SERVER, ...names, AUDIT_HEADS_SIGNING_KEY: key }, 'Set AUDIT_HEADS_SIGNING_KEY or KMS_'],
      [SERVER, 'Set KMS_URL, KMS_TOKEN_FILE and KMS_SIGNING_KEY'],
      [{ ...names, KMS_TOKEN_FILE: 'x' }, 'Set KMS_URL, KMS_TOKEN_FILE and KMS_SIGNING_KEY'],
      [{ ...names, KMS_URL: SERVER.KMS_URL }, 'Set KMS_URL, KMS_TOKEN_FILE and KMS_SIGNING_KEY'],
      [{ ...SERVER, ...names, KMS_SIGNING_KEY: 'heads' }, 'is the same as KMS_SIGNING_KEY'],
      [{ ...SERVER, ...names, KMS_URL: 'http://bao.example.org/v1/transit' }, 'must begin with https'],
      [{ ...SERVER, ...names, KMS_URL: 'bao.example.org' }, 'KMS_URL'],
    ] as const)
      expect(() => readConfig(settings), JSON.stringify(settings)).toThrow(message);
    expect(() =>
      readConfig({ ...SERVER, ...names, KMS_URL: 'http://localhost:8200/v1/transit' }),
    ).not.toThrow();
  });
});

describe('signing keys at a double of OpenBao', () => {
  signingKeysAt('double');
});
describe.skipIf(!hasOpenBao)(
  'TRUST-558 the same at a real OpenBao (skipped without the program bao, which OPENBAO may name)',
  () => {
    signingKeysAt('OpenBao');
  },
);

function signingKeysAt(kind: 'double' | 'OpenBao'): void {
  let server: KeyServer;
  let way: FaultyWay;
  let tokenFile: string;
  let test: TestApp;
  let folder: string;

  const keyServer = (more: object = {}) => ({
    url: way.url,
    tokenFile,
    signingKey: 'records',
    headSigningKey: 'heads' as string | null,
    ...more,
  });
  const open = async (more?: object): Promise<Signer> => {
    const signer = await openSigner({
      signingKey: null,
      headSigningKey: null,
      keyServer: keyServer(more),
    });
    if (signer === null) throw new Error('the settings name a key');
    return signer;
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'curvewell-kms-'));
    server = await startKeyServer(kind);
    await server.makeKey('records');
    await server.makeKey('heads');
    tokenFile = await server.tokenFile('read', 'sign');
    way = await startFaultyWay(server.url);
    test = await createTestApp({ signer: await open() });
  });
  afterAll(async () => {
    await test.close();
    await way.close();
    await server.close();
    await rm(folder, { recursive: true });
  });
  afterEach(() => {
    way.be('through');
  });

  const exported = async (app: TestApp, { id }: Run) => {
    const answer = await app.call('physician', 'POST', `/run/export/${id}/record`);
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    return answer.rawPayload;
  };
  async function expectHolds(record: Buffer, { publicKey }: Signer): Promise<void> {
    const findings = await verifyRecord(record, publicKey);
    expect(findings.filter(({ state }) => state === 'fails')).toEqual([]);
    expect(findings.filter(({ part }) => part === 'signature.json')).toMatchObject([{ state: 'holds' }]);
    if (!hasPython) return;
    const file = path.join(folder, 'run.record.zip');
    await writeFile(file, record);
    expect(spawnSync('python3', [SCRIPT, file, '--key', publicKey]).status).toBe(0);
  }
  /** The rows that a decision writes. */
  const written = async (runId: string) => ({
    status: (await test.db.run.findUniqueOrThrow({ where: { id: runId } })).status,
    decisions: await test.db.runDecision.count({ where: { runId, decision: { not: 'submit' } } }),
    signatures: await test.db.signature.count({ where: { runId } }),
    records: await test.db.decisionRecord.count({ where: { runId } }),
    entries: await test.db.auditEvent.count(),
  });
  async function submitted(seed: number): Promise<Run> {
    const run = await interpretedRun(test, { seed });
    await submit(test, run.id);
    return run;
  }
  /** Expects both decisions to be refused without any write. */
  async function expectRefused({ id }: Run, expected: string | RegExp): Promise<void> {
    const before = await written(id);
    for (const status of ['APPROVED', 'REJECTED']) {
      const answer = await decide(test, id, { status });
      expect(answer.statusCode, `${status} ${answer.body}`).toBe(503);
      const { code, message } = answer.json<Problem>();
      expect(code).toBe('unavailable');
      expect(message).toMatch(expected);
      expect(message).toContain('Nothing was signed.');
    }
    expect(await written(id)).toEqual(before);
  }

  it('TRUST-550 a key on the server signs decisions, records and heads; verify and verify.py need no change', async () => {
    way.requests.length = 0;
    const run = await approvedRun(test, { seed: 1 });
    const state = await test.call('tech', 'GET', `/run/${run.id}/record?again=true`);
    expect(recordStateSchema.parse(state.json())).toMatchObject({
      state: 'unchanged',
      signature: { statement: { keyId: test.signer.keyId } },
    });
    const record = await exported(test, run);
    await expectHolds(record, test.signer);
    const parts = await unzip(record);
    const { head } = JSON.parse(parts.get('audit.json')?.toString() ?? '') as AuditSlice;
    expect(head.head.keyId).toBe(test.signer.heads.keyId);
    expect(test.signer.heads.keyId).not.toBe(test.signer.keyId);
    // Only public keys and signatures are requested.
    expect(new Set(way.requests)).toEqual(
      new Set([
        'GET /v1/transit/keys/records',
        'POST /v1/transit/sign/records',
        'POST /v1/transit/sign/heads',
      ]),
    );
  });

  it('TRUST-551 a decision is refused without any write while the server is silent, away or sealed, and succeeds afterwards', async () => {
    const run = await submitted(2);
    way.requests.length = 0;
    way.be('silent');
    await expectRefused(run, /has not responded within 1\.5 s/);
    // Detected before the decision locks anything.
    expect(new Set(way.requests)).toEqual(new Set(['GET /v1/transit/keys/records']));
    // Answers at first, and no longer once the chain of the laboratory is locked.
    way.be('silent when it signs');
    await expectRefused(run, /has not responded within 1\.5 s/);
    way.be('away when it signs');
    await expectRefused(run, 'cannot be reached');
    way.be('through');
    await server.seal();
    try {
      await expectRefused(run, 'is sealed or not ready');
    } finally {
      await server.unseal();
    }
    await expect.poll(async () => (await decide(test, run.id)).statusCode).toBe(200);
    expect(await written(run.id)).toMatchObject({ status: 'APPROVED', decisions: 1, signatures: 1 });
  });

  it('TRUST-552 a signature that is not by the key is not stored', async () => {
    const run = await submitted(3);
    way.be('forging');
    await expectRefused(run, 'returned a signature that was not made by the signing key');
    way.be('junk');
    await expectRefused(run, 'does not respond like OpenBao or Vault');
    // Following the redirect would send the token to another server.
    way.be('redirecting');
    await expectRefused(run, 'cannot be reached');
    way.be('through');
    expect((await decide(test, run.id)).statusCode).toBe(200);
  });

  it.runIf(IS_NIGHT)(
    'TRUST-556 an expired token is reported; the next one in the file is used at once',
    async () => {
      const run = await submitted(4);
      const token = await readFile(tokenFile);
      await writeFile(tokenFile, 's.ended\n');
      await expectRefused(run, 'does not accept the token');
      await rm(tokenFile);
      await expectRefused(run, 'KMS_TOKEN_FILE cannot be read');
      await writeFile(tokenFile, token);
      expect((await decide(test, run.id)).statusCode).toBe(200);
    },
  );

  it.runIf(IS_NIGHT)('TRUST-559 heads, and exports that end with one, wait for the key', async () => {
    const { clock, jobs, headFiles, timeStamps } = test.app;
    const dependencies = {
      db: test.db,
      clock,
      jobs,
      timeStamps,
      signer: test.signer,
      headPlaces: [headFiles],
    };
    const exports = () => test.db.auditEvent.count({ where: { action: 'audit.export' } });
    const before = await exports();
    way.be('silent');
    await expect(exportHeads({ ...dependencies, ...UNOBSERVED })).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await headFiles.chains()).toEqual([]);
    const answer = await test.call('quality', 'GET', '/audit/export?format=json');
    expect(answer.json()).toMatchObject({ code: 'unavailable' });
    expect((await test.call('quality', 'GET', '/audit/export?format=csv')).statusCode).toBe(200);
    expect(await exports()).toBe(before + 1);
    way.be('through');
    expect((await test.call('quality', 'GET', '/audit/export?format=json')).statusCode).toBe(200);
    const heads = await exportHeads({ ...dependencies, ...UNOBSERVED });
    expect(new Set(heads.map(({ head }) => head.keyId))).toEqual(new Set([test.signer.heads.keyId]));
  });

  it.runIf(IS_NIGHT)(
    'TRUST-555 the health check reports the key server while it cannot sign, and stays ready',
    async () => {
      const watch = await watchDatabase({
        db: test.db,
        databaseUrl: test.databaseUrl,
        onChange: () => undefined,
      });
      const analysisWorkers = startAnalysisWorkers();
      const { KMS_URL, KMS_TOKEN_FILE } = { KMS_URL: way.url, KMS_TOKEN_FILE: tokenFile };
      const config = readConfig({ KMS_URL, KMS_TOKEN_FILE, KMS_SIGNING_KEY: 'records' });
      const reasons: (string | null)[] = [];
      const { parts, close } = await watchParts({
        config,
        objects: null,
        signer: test.signer,
        database: watch,
        analysisWorkers,
        everyMs: 20,
        onChange: (part, reason) => part === 'key server' && reasons.push(reason),
      });
      const state = () => parts['keyServer']?.state();
      expect(state()).toBe('ok');
      await server.seal();
      await expect.poll(state).toBe('failed');
      await server.unseal();
      await expect.poll(state).toBe('ok');
      expect(parts['keyServer']?.isRequired).toBe(false);
      expect(reasons[0]).toContain('is sealed or not ready');
      await close();
      await watch.close();
      await analysisWorkers.close();
    },
  );

  it.runIf(IS_NIGHT)('TRUST-554 the start names the key that cannot be used, and why', async () => {
    await server.makeKey('symmetric', { type: 'aes256-gcm96' });
    await server.makeKey('curve', { type: 'ecdsa-p256' });
    await server.makeKey('derived', { derived: true });
    const cases: [more: object, message: RegExp][] = [
      [
        { url: `http://127.0.0.1:${await freePort()}/v1/transit` },
        /cannot be reached\. http:\/\/127\.0\.0\.1:.*ECONNREFUSED/,
      ],
      [
        { url: way.url.replace('/v1/transit', '/v1/other') },
        /its policy does not allow this\. .*\/v1\/other\/keys\/records 403/,
      ],
      [{ signingKey: 'missing' }, /^KMS_SIGNING_KEY \(missing\): The key server has no such key/],
      [{ headSigningKey: 'missing' }, /^KMS_AUDIT_HEADS_SIGNING_KEY \(missing\): The key server has no such/],
      [{ signingKey: 'symmetric' }, /a key of another type. Create a key of the type ed25519, not derived/],
      [{ signingKey: 'curve' }, /a key of another type/],
      [{ signingKey: 'derived' }, /a key of another type/],
      [
        { tokenFile: await server.tokenFile('sign') },
        /not allow this\. .*\/keys\/records 403 .*permission denied/,
      ],
      [
        { tokenFile: await server.tokenFile('read') },
        /not allow this\. .*\/sign\/records 403 .*permission denied/,
      ],
      [{ tokenFile: path.join(folder, 'none') }, /KMS_TOKEN_FILE cannot be read/],
    ];
    for (const [more, message] of cases)
      await expect(open(more), JSON.stringify(more)).rejects.toMatchObject({
        message: expect.stringMatching(message) as string,
      });
    way.be('forging');
    await expect(open()).rejects.toThrow('not made by the signing key');
  });

  it.runIf(IS_NIGHT)(
    'TRUST-553 a process keeps its key version; the next start uses the newest as a new key that endorses the former',
    async () => {
      const before = await approvedRun(test, { seed: 5 });
      await server.rotate('records');
      const meanwhile = await approvedRun(test, { seed: 6 });
      const next = await createTestApp({ beside: test, signer: await open() });
      try {
        expect(next.signer.keyId).not.toBe(test.signer.keyId);
        expect(next.signer.heads.keyId).toBe(test.signer.heads.keyId);
        const keys = await readSigningKeys(test.db);
        expect(keys.find(({ id }) => id === test.signer.keyId)?.endorsement?.keyId).toBe(next.signer.keyId);
        for (const run of [before, meanwhile]) await expectHolds(await exported(next, run), next.signer);
        const run = await submitted(7);
        await server.retire('records', 2);
        await expectRefused(
          run,
          'no longer signs with the key that this process started with. Restart the process',
        );
        const answer = await decide(next, run.id);
        expect(answer.statusCode, answer.body).toBe(200);
        await expectHolds(await exported(next, run), next.signer);
      } finally {
        await next.close();
      }
    },
  );

  it('TRUST-557 “admin” revokes a former key, also one from a setting, with the server’s key', async () => {
    const own = createSigner(TEST_SIGNING_KEY);
    const inDatabase = await createTestApp();
    const { db } = inDatabase;
    const admin = (...commandLine: string[]) =>
      runAdminCommand(
        {
          db,
          secrets: createSecrets([]),
          identityAdmin: null,
          openSigner: () => open(),
          actor: { userId: null, name: 'Command line (ops)', laboratory: null },
        },
        commandLine,
      );
    try {
      await keepSigningKey(inDatabase.app, await open());
      const given = ['--since', new Date().toISOString(), '--reason', 'It was in a file'];
      expect(await admin('revoke-key', own.keyId, ...given)).toContain('is revoked');
      expect(await admin('audit')).not.toContain('✗');
      expect(await admin('keys')).toContain('revoked since');
    } finally {
      await inDatabase.close();
    }
  });
}
