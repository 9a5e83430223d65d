import {
  interpretedWellSchema,
  shownDiagnostic,
  UNDO_LIMIT_MS,
  unresolvedReason,
  type InterpretedWell,
  type Run,
  type RunCheck,
} from '@curvewell/domain';
import { verifyRecord } from '@curvewell/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';

let test: TestApp;
let run: Run;
beforeAll(async () => {
  test = await createTestApp();
  run = await interpretedRun(test, { seed: 93 });
});
afterAll(() => test.close());

const wellAt = (position: string, of = run) => {
  const well = of.analyses[0]?.wells[position];
  if (well === undefined) throw new Error(`the run has a well ${position}`);
  return well;
};

const patch = (position: string, { login = 'tech', ...body }: Record<string, unknown> & { login?: string }) =>
  test.call(login, 'PATCH', `/run/${run.id}/interpreted-wells?wellIds=${wellAt(position).id}`, body);

async function set(position: string, diagnosticName: string | null, comment: string) {
  const color =
    diagnosticName === null
      ? null
      : await test.db.diagnosticColor.findFirstOrThrow({
          where: { diagnosticName, kit: { name: 'LCT-13910' } },
        });
  return changesOf(await patch(position, { id: color?.id ?? null, comment }));
}

function changesOf(answer: { readonly statusCode: number; readonly body: string; json: () => unknown }) {
  expect(answer.statusCode, answer.body).toBe(200);
  const [well] = z.array(interpretedWellSchema).parse(answer.json());
  if (well === undefined) throw new Error('the answer is a well');
  return { well, last: well.interpretedWellDiagnostics.at(-1)?.id ?? '' };
}

const overridesOf = ({
  interpretedWellDiagnostics: all,
}: Pick<InterpretedWell, 'interpretedWellDiagnostics'>) =>
  all.map(({ diagnosticColor, comment, isUndo = false }) => [
    diagnosticColor?.diagnostic.name ?? null,
    comment,
    isUndo,
  ]);

const readWell = async (position: string) => {
  const now = (await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>();
  return wellAt(position, now);
};

it('REVIEW-162 Undo reverts the user’s own last override without a reason, and both stay in the history', async () => {
  const { last } = await set('A3', 'HETEROZYGOUS', 'Second peak is clear');
  expect(await readWell('A3')).toMatchObject({ diagnosticComment: 'Second peak is clear' });
  const { revision } = (await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>();
  const { well } = changesOf(await patch('A3', { undo: last }));
  expect((await test.call('tech', 'GET', `/run/${run.id}`)).json()).toMatchObject({ revision: revision + 1 });
  expect(overridesOf(well)).toEqual([
    ['HOMOZYGOUS_MUTATED', null, false],
    ['HETEROZYGOUS', 'Second peak is clear', false],
    ['HOMOZYGOUS_MUTATED', null, true],
  ]);
  expect(shownDiagnostic(well)?.stateDiagnostic).toBe('INITIAL');
  expect(await readWell('A3')).toMatchObject({ diagnosticComment: null, updatedDiagnostics: [{}, {}] });
  const [entry] = await test.db.auditEvent.findMany({
    where: { entityId: run.id, action: 'run.diagnostic' },
    orderBy: { id: 'desc' },
  });
  expect(entry?.details).toMatchObject({
    position: 'A3',
    isUndo: true,
    comment: null,
    from: { diagnostic: { name: 'HETEROZYGOUS' } },
    to: { diagnostic: { name: 'HOMOZYGOUS_MUTATED' } },
  });
});

it('REVIEW-162 the diagnostic before an undone override is in effect again, with its author and reason', async () => {
  await set('A3', 'HETEROZYGOUS', 'First reason');
  const { last } = await set('A3', 'HOMOZYGOUS_WILD_TYPE', 'Second reason');
  const { well } = changesOf(await patch('A3', { undo: last }));
  expect(shownDiagnostic(well)).toMatchObject({
    diagnosticColor: { diagnostic: { name: 'HETEROZYGOUS' } },
    comment: 'First reason',
  });
  expect(await readWell('A3')).toMatchObject({ diagnosticComment: 'First reason' });
});

it('REVIEW-162 a well that was unresolved before an override is unresolved again after Undo', async () => {
  const { well: noCall, last } = await set('A2', null, 'Curve is not clear');
  const reason = (called: InterpretedWell) =>
    unresolvedReason({ well: wellAt('A2'), called: asUnknown(called), interpretedAt: null });
  /** As if the algorithm had found no result. */
  const asUnknown = (called: InterpretedWell): InterpretedWell => ({
    ...called,
    interpretedWellDiagnostics: called.interpretedWellDiagnostics.map((one) =>
      one.stateDiagnostic === 'INITIAL' ? { ...one, diagnosticColor: null } : one,
    ),
  });
  expect(reason(noCall)).toBeNull();
  const { well } = changesOf(await patch('A2', { undo: last }));
  expect(reason(well)).not.toBeNull();
});

it('REVIEW-162 after Undo the previous override is in effect, and cannot be undone any more', async () => {
  const { last: first } = await set('A3', 'HETEROZYGOUS', 'First reason');
  const { last } = await set('A3', 'HOMOZYGOUS_WILD_TYPE', 'Second reason');
  await patch('A3', { undo: last });
  expect((await patch('A3', { undo: first })).json()).toMatchObject({ code: 'stale' });
  expect(await readWell('A3')).toMatchObject({ diagnosticComment: 'First reason' });
});

it('REVIEW-162 an override that another user has replaced cannot be undone, nor can theirs', async () => {
  const { last: own } = await set('A3', 'HETEROZYGOUS', 'First reason');
  const color = await test.db.diagnosticColor.findFirstOrThrow({
    where: { diagnosticName: 'HOMOZYGOUS_WILD_TYPE', kit: { name: 'LCT-13910' } },
  });
  const { well, last: theirs } = changesOf(
    await patch('A3', { login: 'physician', id: color.id, comment: 'Second reason' }),
  );
  expect((await patch('A3', { undo: own })).json()).toMatchObject({ code: 'stale' });
  expect((await patch('A3', { undo: theirs })).json()).toMatchObject({ code: 'invalid-request' });
  expect((await readWell('A3')).updatedDiagnostics).toHaveLength(well.interpretedWellDiagnostics.length - 1);
});

const madeOlder = (position: string, ms: number) =>
  test.db.$transaction([
    test.db.$executeRaw`SET LOCAL session_replication_role = replica`,
    test.db.$executeRaw`UPDATE interpreted_well_diagnostic SET at = at - ${ms}::int * interval '1 millisecond'
      WHERE well_id = ${wellAt(position).id}::uuid`,
  ]);

it('REVIEW-162 Undo is refused to another user, for an override that is not the last, and after its time', async () => {
  const { last: first } = await set('A3', 'HETEROZYGOUS', 'First reason');
  const other = await patch('A3', { login: 'physician', undo: first });
  expect(other.json()).toMatchObject({ code: 'invalid-request' });
  const { last } = await set('A3', 'HOMOZYGOUS_WILD_TYPE', 'Second reason');
  expect((await patch('A3', { undo: first })).json()).toMatchObject({ code: 'stale' });
  expect((await patch('A1', { undo: last })).statusCode).toBe(404);
  expect((await patch('A3', { undo: last, id: null })).statusCode).toBe(400);
  await madeOlder('A3', UNDO_LIMIT_MS);
  expect((await patch('A3', { undo: last })).json()).toMatchObject({ code: 'invalid-request' });
  await madeOlder('A3', -UNDO_LIMIT_MS);
  expect((await patch('A3', { undo: last })).statusCode).toBe(200);
  expect((await patch('A3', { undo: last })).json()).toMatchObject({ code: 'stale' });
});

it('REVIEW-161 a sample set to No call has no result anywhere, and its signed record can be verified', async () => {
  const { well } = await set('A1', null, 'Well is contaminated');
  expect(overridesOf(well)).toEqual([
    ['HOMOZYGOUS_WILD_TYPE', null, false],
    [null, 'Well is contaminated', false],
  ]);
  expect(shownDiagnostic(well)).toMatchObject({ stateDiagnostic: 'UPDATED', diagnosticColor: null });
  const csv = (await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' })).payload;
  const [head = '', ...rows] = csv.split('\r\n').map((row) => row.split(';'));
  const result = (row: readonly string[]) => row[head.indexOf('Result')];
  expect(result(rows.find(([position]) => position === 'A1') ?? [])).not.toMatch(/wild/i);

  expect((await submit(test, run.id)).statusCode).toBe(200);
  const check = (
    await test.call('physician', 'GET', `/run/${run.id}/check?decision=approve`)
  ).json<RunCheck>();
  expect(check.doubts.changedByHand.map(({ position, found }) => [position, found])).toContainEqual([
    'A1',
    null,
  ]);
  expect((await decide(test, run.id)).statusCode).toBe(200);
  const record = await test.call('physician', 'POST', `/run/export/${run.id}/record`);
  const findings = await verifyRecord(record.rawPayload, null);
  expect(findings.filter(({ state }) => state === 'fails')).toEqual([]);
});

it('REVIEW-162 an undone override is not carried over when a run is reinterpreted', async () => {
  run = await interpretedRun(test, { seed: 94 });
  await set('A1', 'HETEROZYGOUS', 'Second peak is clear');
  const { last } = await set('A2', 'HOMOZYGOUS_MUTATED', 'Second peak is clear');
  await patch('A2', { undo: last });
  const preview = await test.call('tech', 'GET', `/run/${run.id}/reinterpretation`);
  expect(preview.json()).toMatchObject({ keptOverrides: 1 });
});
