import { gunzipSync, gzipSync } from 'node:zlib';

import {
  canonicalJson,
  allConfirmed,
  decisionRecordSchema,
  recordStateSchema,
  signatureSchema,
  type LaboratoryRules,
  type RecordState,
  type Run,
  type RunCheck,
} from '@curvewell/domain';
import { isSignatureValid, recordHash } from '@curvewell/domain/record';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { decide, interpretedRun, submit } from '../../../test/run-factory.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { systemClock } from '../../clock.ts';
import { keepSigningKey, readTrustedKeys } from '../../signing/signing-keys.ts';
import { createSigner } from '../../signing/signer.ts';
import { completeRecord, prepareRecord, readRecord, type PreparedRecord } from './decision-record.ts';
import { withoutRules } from '../../../test/without-rules.ts';
import { changeWellsAt } from '../../../test/change-wells.ts';

let test: TestApp;
let seed = 700;
/** Days added to the clock. */
let later = 0;
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + later * 24 * 3600 * 1000) };
  test = await createTestApp({ clock, signInClock: systemClock });
});
afterAll(() => test.close());
beforeEach(() => rules({}));

async function rules(demands: Partial<LaboratoryRules>) {
  await test.db.laboratory.updateMany({ where: { name: 'Demo laboratory North' }, data: { rules: demands } });
}

async function waiting(): Promise<Run> {
  const run = await interpretedRun(test, { seed: (seed += 1) });
  await submit(test, run.id);
  return run;
}
const stateOf = async (run: Run, { again = false } = {}): Promise<RecordState> =>
  recordStateSchema.parse((await test.call('tech', 'GET', `/run/${run.id}/record?again=${again}`)).json());

describe('a decision', () => {
  it('TRUST-344 is signed with the changes of its signer’s password and e-mail in the 30 days before', async () => {
    const { id, laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'physician' } });
    const own = { userId: id, name: 'Ingrid Lindqvist', laboratory: { id: laboratoryId ?? '' } };
    const of = { entity: 'user', entityId: id } as const;
    await recordAudit(test.db, own, { ...of, action: 'user.password-chosen' });
    const other = { ...own, userId: null, name: 'Somebody else' };
    const recordUpdate = (to: object) =>
      recordAudit(test.db, other, { ...of, action: 'user.update', details: { from: {}, to: { ...to } } });
    await recordUpdate({ email: 'new@lab.example' });
    await recordUpdate({ lastname: 'Lindqvist' });
    const signed = async () => {
      const run = await waiting();
      await decide(test, run.id);
      const state = await stateOf(run);
      expect(state.state).toBe('unchanged');
      return state.signature?.statement.accountChanges;
    };
    expect(await signed()).toMatchObject([
      { what: 'email', byOther: true },
      { what: 'password', byOther: false },
    ]);
    later = 31;
    expect(await signed()).toEqual([]);
    later = 0;
  });

  it('TRUST-10 signs the rows as they are under its lock, whatever was read before', async () => {
    const run = await waiting();
    const before = await prepareRecord(test.db, run.id);
    const complete = (prepared: PreparedRecord | null) =>
      test.db.$transaction((tx) => completeRecord(tx, { runId: run.id, prepared }));
    const text = async () => canonicalJson(await readRecord(test.db, run.id));
    const unchanged = await complete(before);
    expect(unchanged?.text === (await text())).toBe(true);
    expect(gunzipSync((await unchanged?.packed) ?? '').toString() === (await text())).toBe(true);

    await changeWellsAt(test.db, { runId: run.id, position: 'A2' }, { result: 'NEGATIVE' });
    const changed = await complete(before);
    expect(changed?.text === unchanged?.text).toBe(false);
    expect(changed?.text === (await text())).toBe(true);
  });

  it('TRUST-10 API-290 is signed over its record, and can be verified without the server', async () => {
    const run = await waiting();
    expect(await stateOf(run)).toMatchObject({ state: 'unsigned', signature: null });
    expect((await decide(test, run.id)).json()).toMatchObject({ record: 'unchanged' });

    const { state, signature } = await stateOf(run);
    expect(state).toBe('unchanged');
    const { statement } = signatureSchema.parse(signature);
    expect(statement).toMatchObject({
      runId: run.id,
      decision: 'APPROVED',
      meaning: 'reviewed and approved',
      signedInAt: null,
      signer: { name: 'Ingrid Lindqvist', role: 'Physician' },
      laboratory: run.laboratory,
    });
    const record = decisionRecordSchema.parse(await readRecord(test.db, run.id));
    expect(recordHash(record)).toBe(statement.recordHash);
    // Lots are stored with the decision, so a later correction of an expiry date does not change the record.
    expect(record.decisions.at(-1)?.lots).toMatchObject([
      {
        name: '26B0417',
        kit: 'LCT-13910',
        version: 'v2',
        expirationDate: expect.stringMatching(/^\d{4}-/) as string,
      },
    ]);
    const { lot } = await test.db.well.findFirstOrThrow({ where: { runId: run.id }, select: { lot: true } });
    await test.db.lot.update({
      where: { id: lot?.id ?? '' },
      data: { expirationDate: new Date('2031-01-01T00:00:00Z') },
    });
    expect((await stateOf(run, { again: true })).state).toBe('unchanged');
    expect(signature && isSignatureValid(signature, { ...test.signer, revokedAt: null })).toBe(true);
    const entry = await test.db.auditEvent.findFirstOrThrow({
      where: { laboratoryId: run.laboratory.id, number: statement.entry.number },
    });
    expect(entry).toMatchObject({ action: 'run.approve', hash: statement.entry.hash, entityId: run.id });
    expect(entry.details).toMatchObject({ record: statement.recordHash });
  });

  it('TRUST-10 that fails to be stored leaves no signature; a rejection is signed, too', async () => {
    const run = await waiting();
    const answers = await Promise.all([
      decide(test, run.id, { status: 'REJECTED' }),
      decide(test, run.id, { status: 'REJECTED' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await test.db.signature.count({ where: { runId: run.id } })).toBe(1);
    expect(await stateOf(run)).toMatchObject({
      state: 'unchanged',
      signature: { statement: { meaning: 'reviewed and rejected' } },
    });
  });

  it('API-290 of another laboratory is not found', async () => {
    const run = await waiting();
    expect((await test.call('physician.south', 'GET', `/run/${run.id}/record`)).statusCode).toBe(404);
  });

  it('TRUST-10 that differs from what was signed is marked in lists, too', async () => {
    const run = await waiting();
    await decide(test, run.id);
    expect((await stateOf(run)).state).toBe('unchanged');
    await withoutRules(test.db, (tx) =>
      changeWellsAt(tx, { runId: run.id, position: 'A2' }, { result: 'NEGATIVE' }),
    );
    expect(await stateOf(run)).toMatchObject({
      state: 'changed',
      differences: [{ what: 'A2 FAM: result', found: 'NEGATIVE' }],
    });
    expect((await test.call('tech', 'GET', `/run/${run.id}`)).json()).toMatchObject({ record: 'changed' });
  });
});

describe('the chart of a decided run', () => {
  const chartOf = async ({ id }: Run) =>
    (await test.call('tech', 'GET', `/run/${id}/chart`)).json<object[]>();
  const ofRun = ({ id }: Run) => ({ interpretation: { runId: id } });

  it('TRUST-662 is computed where the signature does not have its hash, and is then not stored', async () => {
    const run = await waiting();
    const asInterpreted = await chartOf(run);
    expect(asInterpreted.length).toBeGreaterThan(0);
    const stored = await test.db.interpretationChart.findFirstOrThrow({ where: ofRun(run) });
    // As after an upgrade to another version of the format: the signature has no hash of a chart of this version.
    await test.db.interpretationChart.delete({ where: { interpretationId: stored.interpretationId } });
    expect((await decide(test, run.id)).statusCode).toBe(200);
    await test.db.interpretationChart.create({ data: { ...stored, body: gzipSync('[]'), bodySha256: null } });
    expect(await chartOf(run)).toEqual(asInterpreted);
    await test.db.interpretationChart.deleteMany({ where: ofRun(run) });
    expect(await chartOf(run)).toEqual(asInterpreted);
    expect(await test.db.interpretationChart.count({ where: ofRun(run) })).toBe(0);
  });

  it('TRUST-662 is read as stored where the signature has its hash', async () => {
    const run = await waiting();
    await decide(test, run.id);
    await test.db.interpretationChart.updateMany({ where: ofRun(run), data: { body: gzipSync('[]') } });
    expect(await chartOf(run)).toEqual([]);
    expect(await stateOf(run)).toMatchObject({ state: 'changed', differences: [{ what: 'Chart' }] });
  });
});

it('TRUST-663 a report and results name the laboratory as it was called when the run was decided', async () => {
  const [decided, open] = [await waiting(), await waiting()];
  await decide(test, decided.id);
  const where = { name: 'Demo laboratory North' };
  await test.db.laboratory.updateMany({ where, data: { name: 'Renamed laboratory' } });
  const named = async ({ id }: Run) => {
    const body = { format: 'LIS_CSV' };
    const lis = (await test.call('tech', 'POST', `/run/export/${id}/results`, body)).body;
    const pdf = (await test.call('tech', 'POST', `/run/export/${id}`, { format: 'PDF' })).rawPayload;
    const document = await getDocumentProxy(new Uint8Array(pdf));
    const texts = [lis, (await extractText(document, { mergePages: true })).text];
    return texts.map((text) => [text.includes(where.name), text.includes('Renamed laboratory')]);
  };
  expect(await named(decided)).toEqual(Array(2).fill([true, false]));
  expect(await named(open)).toEqual(Array(2).fill([false, true]));
  await test.db.laboratory.updateMany({ where: { name: 'Renamed laboratory' }, data: where });
});

describe('the comparison of a run with its signature', () => {
  const CHANGES = [
    'UPDATE interpretation SET results = results WHERE run_id = :run',
    `INSERT INTO interpreted_well_diagnostic (id, interpretation_id, well_id, laboratory_id, state, by_id, by_name)
     SELECT gen_random_uuid(), i.id, w.id, w.laboratory_id, 'UPDATED', i.interpreted_by_id, 'Somebody' FROM interpretation i
       JOIN well w ON w.run_id = i.run_id WHERE i.run_id = :run LIMIT 1`,
    'UPDATE channel_analysis SET wells = wells WHERE run_id = :run',
    'UPDATE run_file SET name = name WHERE run_id = :run',
    'UPDATE blob SET content = content WHERE run_id = :run',
    'UPDATE run_curves SET quantity = quantity WHERE run_id = :run',
    `UPDATE interpretation_chart SET version = version
     WHERE interpretation_id = (SELECT id FROM interpretation WHERE run_id = :run)`,
    `UPDATE audit_event SET address = address WHERE action = 'run.approve' AND entity_id = :run::text`,
    'UPDATE signature SET meaning = meaning WHERE run_id = :run',
    'UPDATE decision_record SET hash = hash WHERE run_id = :run',
    'UPDATE signing_key SET id = id',
    'UPDATE run_decision SET reason = reason WHERE run_id = :run',
    'UPDATE lot SET name = name WHERE id IN (SELECT lot_id FROM well WHERE run_id = :run)',
    `UPDATE kit SET name = name WHERE id IN
      (SELECT v.kit_id FROM kit_version v JOIN well w ON w.kit_version_id = v.id WHERE w.run_id = :run)`,
    `INSERT INTO comment (id, run_id, laboratory_id, author_id, author_name, value)
     SELECT gen_random_uuid(), id, laboratory_id, created_by_id, created_by_name, 'Seen' FROM run WHERE id = :run`,
    'DELETE FROM comment WHERE run_id = :run',
  ];

  it('TRUST-70 is done once, and again after any change by anyone', async () => {
    const [run, other] = [await waiting(), await waiting()];
    await decide(test, run.id);
    let { checkedAt } = await stateOf(run);
    await decide(test, other.id);
    expect(await stateOf(run)).toMatchObject({ state: 'unchanged', checkedAt });
    for (const change of CHANGES) {
      await test.db.$transaction([
        test.db.$executeRaw`SET LOCAL session_replication_role = replica`,
        test.db.$executeRawUnsafe(change.replaceAll(':run', `'${run.id}'`)),
      ]);
      const found = await stateOf(run);
      expect([change, found.checkedAt > checkedAt]).toEqual([change, true]);
      ({ checkedAt } = found);
      expect((await stateOf(run)).checkedAt).toBe(checkedAt);
    }
  });
});

describe('the laboratory’s requirements for deciding', () => {
  const decideAs = async (run: Run, age: number | null) => {
    const check = (
      await test.call('physician', 'GET', `/run/${run.id}/check?decision=approve`)
    ).json<RunCheck>();
    const claims = age === null ? {} : { auth_time: Math.floor(Date.now() / 1000) - age };
    const token = await test.issuer.tokenFor(test.db, 'physician', { claims });
    return test.app.inject({
      method: 'PUT',
      url: `/api/run/${run.id}/status?status=APPROVED`,
      headers: { authorization: `Bearer ${token}` },
      payload: { shown: check.digest, ...allConfirmed(check) },
    });
  };

  it('TRUST-11 include a sign-in within 5 minutes, which the signature states', async () => {
    await rules({ signInAgain: true });
    const run = await waiting();
    expect(
      (await test.call('physician', 'GET', `/run/${run.id}/check?decision=approve`)).json(),
    ).toMatchObject({
      mustSignIn: true,
    });
    // A submission is not signed.
    const open = await interpretedRun(test, { seed: (seed += 1) });
    expect((await test.call('tech', 'GET', `/run/${open.id}/check?decision=submit`)).json()).toMatchObject({
      mustSignIn: false,
    });
    for (const age of [null, 330, 86_400]) {
      const refused = await decideAs(run, age);
      expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'sign-in-again' }]);
    }
    expect((await decideAs(run, 200)).statusCode).toBe(200);
    expect((await stateOf(run)).signature?.statement.signedInAt).toMatch(/^\d{4}-/);
  });

  it('TRUST-11 apply to a rejection too, and to no user where they are not required', async () => {
    await rules({ signInAgain: true });
    const run = await waiting();
    expect((await decide(test, run.id, { status: 'REJECTED' })).json()).toMatchObject({
      code: 'sign-in-again',
    });
    await rules({});
    expect((await decide(test, run.id, { status: 'REJECTED' })).statusCode).toBe(200);
  });

  it('TRUST-12 exclude the users who interpreted or submitted the run', async () => {
    await rules({ fourEyes: true });
    const run = await interpretedRun(test, { seed: (seed += 1), login: 'physician' });
    await submit(test, run.id);
    expect((await decide(test, run.id)).statusCode).toBe(409);
    expect((await decide(test, run.id, { login: 'quality' })).statusCode).toBe(200);
  });
});

it('TRUST-04 a new key endorses the previous one, whose signatures stay valid', async () => {
  const run = await waiting();
  await decide(test, run.id);
  const next = createSigner(Buffer.alloc(32, 3));
  await keepSigningKey({ db: test.db, clock: test.app.clock }, next);
  const trusted = await readTrustedKeys(test.db, next);
  expect([...trusted.keys()].sort()).toEqual([test.signer.keyId, next.keyId].sort());
  const { signature } = await stateOf(run);
  const former = trusted.get(test.signer.keyId);
  expect(signature && former && isSignatureValid(signature, former)).toBe(true);
});
