import {
  doubtKindSchema,
  runCheckSchema,
  type LaboratoryRules,
  type RecordState,
  type Run,
  type RunCheck,
} from '@curvewell/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { isLockAwaited } from '../../../test/lock-awaited.ts';
import {
  decide,
  importedRun,
  interpretedRun,
  shownResults,
  SMALL_PLATE,
  submit,
} from '../../../test/run-factory.ts';
import { recordAudit } from '../../audit/record-audit.ts';

let test: TestApp;
let seed = 400;
let setBackMs = 0;
const clock = { now: () => new Date(Date.now() - setBackMs) };

beforeAll(async () => {
  test = await createTestApp({ clock });
});
afterAll(() => test.close());
beforeEach(() => rules({}));

/** Rules that accept plates without controls, so that each test sees only its own doubts. */
const APART = { missingControls: 'note', kitStatus: 'note', expiredLots: 'note', importDoubts: 'note' };

/** Sets the rules of the northern laboratory. */
async function rules({
  approve: toApprove = {},
  ...more
}: { readonly [Part in keyof LaboratoryRules]?: object | boolean | number }) {
  const { laboratoryId: id } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  await test.db.laboratory.update({
    where: { id: id ?? '' },
    data: { rules: { ...more, approve: { ...APART, ...(toApprove as object) } } },
  });
}

const fresh = () => interpretedRun(test, { seed: (seed += 1) });
async function waiting(): Promise<Run> {
  const run = await fresh();
  await submit(test, run.id);
  return run;
}

const checkOf = async (run: Run, { login = 'physician', decision = 'approve' } = {}): Promise<RunCheck> => {
  const answer = await test.call(login, 'GET', `/run/${run.id}/check?decision=${decision}`);
  return runCheckSchema.parse(answer.json());
};
const approve = (run: Run, body: object, login = 'physician') =>
  test.call(login, 'PUT', `/run/${run.id}/status?status=APPROVED`, body);
const reject = (run: Run, body: object) =>
  test.call('physician', 'PUT', `/run/${run.id}/status?status=REJECTED`, body);
/** The peak lies 0.1 °C inside the upper edge of its zone. */
const NEAR = ['A1', 'A2'].map((position) => ({
  position,
  name: position,
  sampleType: null,
  melts: [{ channel: 'FAM' as const, tm: 57.4, amplitude: 1000, width: 0.75 }],
}));
const wellAt = (run: Run, position: string) => run.analyses[0]?.wells[position]?.id ?? '';

/** Overrides a sample to heterozygous, as the technician or the physician. */
async function override(
  run: Run,
  { login = 'tech', position = 'A1', comment = 'Second peak is clear' } = {},
) {
  const where = { diagnosticName: 'HETEROZYGOUS', kit: { name: 'LCT-13910' } };
  const { id } = await test.db.diagnosticColor.findFirstOrThrow({ where });
  const wellIds = wellAt(run, position);
  return test.call(login, 'PATCH', `/run/${run.id}/interpreted-wells?wellIds=${wellIds}`, { id, comment });
}

/** Changes a result in another process, with audit entries. */
async function changeElsewhere({ id, laboratory }: Run): Promise<void> {
  const { id: userId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'physician' } });
  const entry = { action: 'run.diagnostic', entity: 'run', entityId: id } as const;
  await recordAudit(test.db, { userId, name: 'Ingrid Lindqvist', laboratory }, entry);
}

describe('the check', () => {
  it('API-150 lists wells, doubts and the laboratory’s requirements', async () => {
    const run = await fresh();
    await override(run);
    const { doubts, demands, signed, lastChange } = await checkOf(run);
    expect(doubts.wells).toEqual({ all: 4, samples: 3, controls: 1, standards: 0 });
    expect(doubts.changedByHand).toMatchObject([
      { position: 'A1', reason: 'Second peak is clear', byName: 'Tara Holm' },
    ]);
    expect(doubts.notAnalysed).toHaveLength(92);
    expect(demands).toMatchObject({ unresolved: 'confirm', changedByHand: 'note' });
    expect([signed, lastChange?.byName]).toEqual([null, 'Tara Holm']);
  });

  it('is available only to the run’s laboratory, like the marks of seen results', async () => {
    const run = await fresh();
    const results = await shownResults(test, run.id, [wellAt(run, 'A1')]);
    const south = (method: 'GET' | 'PUT', path: string, body?: object) =>
      test.call('physician.south', method, `/run/${run.id}/${path}`, body);
    const { digest } = await checkOf(run);
    for (const answer of [
      await south('GET', 'check?decision=approve'),
      await south('GET', 'seen'),
      await south('PUT', 'seen', { results }),
      await south('PUT', 'submit', { shown: digest }),
      await south('PUT', 'status?status=APPROVED', { shown: digest }),
    ])
      expect(answer.statusCode).toBe(404);
    expect(await test.db.seenWell.count({ where: { runId: run.id } })).toBe(0);
  });

  it('API-07 API-08 can be confirmed without answers when nothing is required, and is stored with the decision', async () => {
    const run = await fresh();
    const { digest: shownBefore } = await checkOf(run, { login: 'tech', decision: 'submit' });
    expect((await test.call('tech', 'PUT', `/run/${run.id}/submit`, { shown: shownBefore })).statusCode).toBe(
      200,
    );
    const { digest: shown } = await checkOf(run);
    expect((await approve(run, { shown })).json()).toMatchObject({ status: 'APPROVED' });
    const { signed, digest } = await checkOf(run);
    expect(signed).toMatchObject({ decision: 'approve', byName: 'Ingrid Lindqvist', isAgainstRule: false });
    expect(digest).toBe(shown);
    const kept = await test.db.runDecision.findMany({ where: { runId: run.id }, orderBy: { at: 'asc' } });
    expect(kept.map(({ decision, byName }) => [decision, byName])).toEqual([
      ['submit', 'Tara Holm'],
      ['approve', 'Ingrid Lindqvist'],
    ]);
  });

  it('DECIDE-08 is refused when the run has changed meanwhile, naming who changed it', async () => {
    const run = await waiting();
    const { digest: shown, digests } = await checkOf(run);
    await override(run, { login: 'physician' });
    const answer = await approve(run, { shown });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'stale', details: { by: 'Ingrid Lindqvist' } });
    const now = await checkOf(run);
    const changed = doubtKindSchema.options.filter((kind) => now.digests[kind] !== digests[kind]);
    expect(changed).toEqual(['changedByHand']);
    expect((await approve(run, { shown: now.digest })).statusCode).toBe(200);
  });

  // An empty common reason gave a bare 400, and a new requirement gave only the list of missing answers.
  it('DECIDE-30 is refused as changed when the laboratory’s requirements have changed meanwhile', async () => {
    await rules({ approve: { changedByHand: 'block' } });
    const run = await fresh();
    await override(run);
    await submit(test, run.id);
    const typed = { [`changedByHand:${wellAt(run, 'A1')}`]: 'Needed today' };
    const { digest: shown } = await checkOf(run);
    const commonReasons = { control: ['Needed today'] };
    for (const changed of [
      { approve: { changedByHand: 'block' }, commonReasons },
      { approve: { changedByHand: 'block', nearBorder: 'confirm' } },
      { approve: { changedByHand: 'note' } },
    ]) {
      await rules(changed);
      const answer = await approve(run, { shown, overruled: typed });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        { code: 'stale', details: { changed: 'rules' } },
      ]);
    }
    // Rules that do not affect this check.
    await rules({ approve: { changedByHand: 'block' }, submit: { nearBorder: 'reason' } });
    expect((await approve(run, { shown, overruled: typed })).statusCode).toBe(200);
  });

  it('DECIDE-30 says that results are worded differently when a changed rule has that effect', async () => {
    const run = await interpretedRun(test, { seed: (seed += 1), wells: NEAR });
    await submit(test, run.id);
    const { digest: shown, doubts } = await checkOf(run);
    expect(doubts.nearBorder).toHaveLength(2);
    await rules({ nearBorderPercent: 1 });
    expect((await approve(run, { shown })).json()).toMatchObject({
      code: 'stale',
      details: { changed: 'doubts' },
      message: 'The content of the check has changed since you opened it. Tara Holm changed this run last.',
    });
  });

  // The plate is evaluated before the run is locked; the signed results must be the evaluated ones.
  it.each([
    ['approve', 'rules'],
    ['approve', 'doubts'],
    ['submit', 'rules'],
    ['submit', 'doubts'],
    ['approve', 'near-border percent'],
    ['approve', 'kit status'],
  ] as const)(
    'DECIDE-61 to %s is stopped by %s that change between the check and the lock',
    async (decision, changed) => {
      const run = await (decision === 'approve' ? waiting() : fresh());
      const { digest: shown } = await checkOf(run, { decision });
      const decided = () =>
        decision === 'approve'
          ? approve(run, { shown })
          : test.call('tech', 'PUT', `/run/${run.id}/submit`, { shown });
      const before = await test.db.run.findUniqueOrThrow({ where: { id: run.id } });
      const { pending } = await test.db.$transaction(
        async (tx) => {
          await tx.$queryRaw`SELECT 1 FROM run WHERE id = ${run.id}::uuid FOR UPDATE`;
          const waits = decided();
          await expect.poll(() => isLockAwaited(test.db), { timeout: 15_000 }).toBe(true);
          if (changed === 'rules') await rules({ [decision]: { changedByHand: 'block' } });
          else if (changed === 'near-border percent') await rules({ nearBorderPercent: 50 });
          else if (changed === 'kit status')
            await test.db.kitAnalyser.updateMany({ data: { status: 'PERF' } });
          else await changeElsewhere(run);
          return { pending: waits };
        },
        { timeout: 30_000 },
      );
      const details = { changed: changed === 'rules' ? 'rules' : 'doubts' };
      expect((await pending).json()).toMatchObject({ code: 'stale', details });
      expect(await test.db.run.findUniqueOrThrow({ where: { id: run.id } })).toEqual(before);
    },
  );

  it('without results a run is neither submitted nor approved', async () => {
    const run = await waiting();
    expect((await test.call('tech', 'PUT', `/run/${run.id}/submit`, {})).statusCode).toBe(400);
    expect((await approve(run, {})).statusCode).toBe(400);
  });
});

describe('the laboratory’s requirements', () => {
  it('DECIDE-09 are enforced by the server, which names open ones', async () => {
    await rules({ approve: { changedByHand: 'confirm' }, submit: { changedByHand: 'reason' } });
    const run = await fresh();
    await override(run);
    const { digest: shown } = await checkOf(run, { login: 'tech', decision: 'submit' });
    const send = (body: object) => test.call('tech', 'PUT', `/run/${run.id}/submit`, { shown, ...body });
    const changed = `changedByHand:${wellAt(run, 'A1')}`;
    const open = await send({ confirmed: [changed] });
    expect([open.statusCode, open.json()]).toMatchObject([
      409,
      { code: 'check-open', details: { open: [{ kind: 'changedByHand', demand: 'reason' }] } },
    ]);
    expect((await send({ reasons: { [changed]: 'x' } })).statusCode).toBe(400);
    expect((await send({ reasons: { changedByHand: 'Repeat agrees' } })).statusCode).toBe(400);
    expect((await send({ reasons: { [changed]: 'Repeat agrees' } })).statusCode).toBe(200);

    const { digest } = await checkOf(run);
    expect((await approve(run, { shown: digest })).json()).toMatchObject({
      code: 'check-open',
      message: 'Your laboratory requires confirmation of override in A1.',
    });
    expect((await approve(run, { shown: digest, confirmed: [changed] })).statusCode).toBe(200);
    const { details } = await test.db.auditEvent.findFirstOrThrow({
      where: { entityId: run.id, action: 'run.submit' },
    });
    expect(details).toMatchObject({ reasons: { [changed]: 'Repeat agrees' }, check: shown });
  });

  it('DECIDE-10 a block is overruled by a typed reason, which the signature records', async () => {
    await rules({ approve: { changedByHand: 'block' } });
    const run = await fresh();
    await override(run);
    await submit(test, run.id);
    const { digest: shown } = await checkOf(run);
    const changed = `changedByHand:${wellAt(run, 'A1')}`;
    const typed = { [changed]: 'The clinician needs it today' };
    for (const answers of [{}, { confirmed: [changed] }, { reasons: typed }])
      expect((await approve(run, { shown, ...answers })).json()).toMatchObject({
        code: 'check-open',
        details: { open: [{ kind: 'changedByHand', demand: 'block' }] },
      });
    const common = await approve(run, { shown, overruled: { [changed]: 'control repeated, good' } });
    expect(common.json()).toMatchObject({
      code: 'invalid-request',
      issues: [{ path: ['body', 'overruled', changed] }],
    });
    expect(await test.db.run.count({ where: { id: run.id, status: 'APPROVED' } })).toBe(0);
    expect((await approve(run, { shown, overruled: typed })).statusCode).toBe(200);
    expect((await checkOf(run)).signed).toMatchObject({ isAgainstRule: true, answers: { overruled: typed } });
  });

  it('DECIDE-18 each failed control and each override needs an answer of its own', async () => {
    await rules({ approve: { changedByHand: 'confirm' } });
    const run = await fresh();
    await override(run);
    await override(run, { position: 'A2' });
    await submit(test, run.id);
    const { digest: shown } = await checkOf(run);
    const both = ['A1', 'A2'].map((position) => `changedByHand:${wellAt(run, position)}`);
    expect((await approve(run, { shown, confirmed: both.slice(0, 1) })).json()).toMatchObject({
      code: 'check-open',
      message: 'Your laboratory requires confirmation of override in A2.',
    });
    expect((await approve(run, { shown, confirmed: both })).statusCode).toBe(200);
  });

  it('DECIDE-11 the approver must have seen the current result of each borderline well', async () => {
    await rules({ approve: { nearBorder: 'confirm' } });
    const run = await interpretedRun(test, { seed: (seed += 1), wells: NEAR });
    await submit(test, run.id);
    const { doubts, digest: shown } = await checkOf(run);
    const near = doubts.nearBorder.map(({ wellId }) => wellId);
    expect(near).toHaveLength(2);
    const see = async (wellIds: readonly string[], login = 'physician') =>
      test.call(login, 'PUT', `/run/${run.id}/seen`, { results: await shownResults(test, run.id, wellIds) });
    await see(near, 'quality');
    expect((await approve(run, { shown, confirmed: ['nearBorder'] })).json()).toMatchObject({
      code: 'check-open',
    });
    expect((await see(near)).json()).toEqual({ wellIds: expect.arrayContaining(near) as unknown });
    // A new result clears the mark “seen” of the previous one, and a page that still shows the previous one cannot set it.
    const position = doubts.nearBorder[0]?.position ?? '';
    const before = await shownResults(test, run.id, near);
    await override(run, { login: 'physician', position });
    const late = await test.call('physician', 'PUT', `/run/${run.id}/seen`, { results: before });
    expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'stale' }]);
    const { seenWellIds, digest } = await checkOf(run);
    expect(seenWellIds).toHaveLength(1);
    await see(near);
    expect((await approve(run, { shown: digest })).statusCode).toBe(200);
  });

  it('API-151 API-152 wells of another run, and wells without a result, cannot be marked as seen', async () => {
    const [run, other] = [await fresh(), await importedRun(test, { seed: 499 })];
    const see = async (wellId: string, at?: string) => {
      const [shown] = await shownResults(test, run.id, [wellId]);
      return test.call('tech', 'PUT', `/run/${run.id}/seen`, { results: [{ wellId, at: at ?? shown?.at }] });
    };
    expect((await see(wellAt(other, 'A1'), new Date().toISOString())).statusCode).toBe(404);
    expect((await see(wellAt(run, 'A1'))).json()).toEqual({ wellIds: [wellAt(run, 'A1')] });
    const seen = (login: string) => test.call(login, 'GET', `/run/${run.id}/seen`);
    expect((await seen('tech')).json()).toEqual({ wellIds: [wellAt(run, 'A1')] });
    expect((await seen('physician')).json()).toEqual({ wellIds: [] });
  });
});

describe('reasons', () => {
  it('DECIDE-12 a rejection needs a reason unless the laboratory does not require it, and the run shows it', async () => {
    const run = await waiting();
    expect((await reject(run, {})).statusCode).toBe(400);
    expect((await reject(run, { reason: 'no' })).statusCode).toBe(400);
    expect((await reject(run, { reason: 'Controls failed' })).json()).toMatchObject({
      status: 'REJECTED',
      rejectionReason: 'Controls failed',
    });
    const { details } = await test.db.auditEvent.findFirstOrThrow({
      where: { entityId: run.id, action: 'run.reject' },
    });
    expect(details).toMatchObject({ reason: 'Controls failed' });

    await rules({ rejectionNeedsReason: false });
    const another = await waiting();
    expect((await reject(another, {})).json()).toMatchObject({ status: 'REJECTED', rejectionReason: null });
  });

  it('DECIDE-13 an override needs a reason unless the laboratory does not require it', async () => {
    const run = await fresh();
    const url = `/run/${run.id}/interpreted-wells?wellIds=${wellAt(run, 'A1')}`;
    const { id } = await test.db.diagnosticColor.findFirstOrThrow({
      where: { diagnosticName: 'HETEROZYGOUS', kit: { name: 'LCT-13910' } },
    });
    const change = (body: object) => test.call('tech', 'PATCH', url, { id, ...body });
    expect((await change({})).json()).toMatchObject({
      code: 'invalid-request',
      issues: [{ path: ['body', 'comment'] }],
    });
    expect((await change({ comment: 'ok' })).statusCode).toBe(400);
    expect((await change({ comment: 'x'.repeat(501) })).statusCode).toBe(400);
    for (const length of [3, 500])
      expect((await change({ comment: 'x'.repeat(length) })).statusCode).toBe(200);
    await rules({ overrideNeedsReason: false });
    expect((await change({})).statusCode).toBe(200);
  });

  it('REVIEW-197 an override always needs a reason where flags prevented the call', async () => {
    await rules({ overrideNeedsReason: false });
    const melts = [{ channel: 'FAM' as const, tm: 68, amplitude: 1000, width: 0.75 }];
    const outside = { position: 'A5', name: 'S-5', sampleType: null, melts };
    const run = await interpretedRun(test, { seed: 977, wells: [...SMALL_PLATE, outside] });
    const { id } = await test.db.diagnosticColor.findFirstOrThrow({
      where: { diagnosticName: 'NEGATIVE', kit: { name: 'LCT-13910' } },
    });
    const url = `/run/${run.id}/interpreted-wells?wellIds=${wellAt(run, 'A5')}`;
    const change = (body: object) => test.call('tech', 'PATCH', url, { id, ...body });
    expect((await change({})).json()).toMatchObject({ issues: [{ path: ['body', 'comment'] }] });
    expect((await change({ comment: 'Repeated, nothing melts' })).statusCode).toBe(200);
  });
});

it('DECIDE-14 users without permission to decide are refused before the check', async () => {
  const run = await waiting();
  const { digest: shown } = await checkOf(run);
  expect((await approve(run, { shown }, 'tech')).statusCode).toBe(403);
  expect((await decide(test, run.id)).statusCode).toBe(200);
  expect((await approve(run, { shown: '0'.repeat(64) })).json()).toMatchObject({
    code: 'illegal-transition',
  });
});

it('TRUST-60 a decision is never older than its results, even when the clock was set back', async () => {
  const run = await fresh();
  setBackMs = 40 * 60_000;
  try {
    await submit(test, run.id);
    expect((await decide(test, run.id)).statusCode).toBe(200);
  } finally {
    setBackMs = 0;
  }
  expect(await brokenInvariants(test.db)).toEqual([]);
  const decisions = await test.db.runDecision.findMany({ where: { runId: run.id }, orderBy: { at: 'asc' } });
  expect(decisions.map(({ decision }) => decision)).toEqual(['submit', 'approve']);
  const { state } = (await test.call('physician', 'GET', `/run/${run.id}/record`)).json<RecordState>();
  expect(state).toBe('unchanged');
});
