import { allConfirmed, type Run, type RunCheck } from '@curvewell/domain';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { beforeStatement } from '../../../test/before-statement.ts';
import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { decide, interpretedRun, submit } from '../../../test/run-factory.ts';

const LOT = '26B0417';
const CLOSED = `Lot ${LOT} was closed after this run was interpreted.`;
const ENDED = 'LCT-13910 v2 is no longer valid: its last day was 01-11-2026.';

let test: TestApp;
let seed = 7300;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function waiting(): Promise<Run> {
  const { id } = await interpretedRun(test, { seed: (seed += 1) });
  expect((await submit(test, id)).statusCode).toBe(200);
  return (await test.call('physician', 'GET', `/run/${id}`)).json<Run>();
}

async function setActive(active: boolean): Promise<void> {
  const { id, revision, expirationDate } = await test.db.lot.findFirstOrThrow({ where: { name: LOT } });
  const body = { active, revision, expirationDate: expirationDate.toISOString().slice(0, 10) };
  const answer = await test.call('quality', 'PUT', `/lots/${id}`, body);
  expect(answer.statusCode, answer.body).toBe(200);
}

const checkOf = async ({ id }: Run): Promise<RunCheck> =>
  (await test.call('physician', 'GET', `/run/${id}/check?decision=approve`)).json<RunCheck>();
const expiredOf = ({ doubts }: RunCheck): string[] =>
  doubts.facts.filter(({ kind }) => kind === 'expiredLots').map(({ text }) => text);
const approve = ({ id }: Run, check: RunCheck, answers = allConfirmed(check)) =>
  test.call('physician', 'PUT', `/run/${id}/status?status=APPROVED`, { shown: check.digest, ...answers });

describe('a lot that is deactivated after the interpretation', () => {
  it('LOT-111 makes an earlier check outdated, requires a reason, and is in the report', async () => {
    const run = await waiting();
    const before = await checkOf(run);
    expect(expiredOf(before)).toEqual([]);
    await setActive(false);
    try {
      expect((await approve(run, before)).statusCode).toBe(409);
      const check = await checkOf(run);
      expect(expiredOf(check)).toEqual([CLOSED]);
      expect(check.demands.expiredLots).toBe('reason');
      const { reasons, ...unanswered } = allConfirmed(check);
      expect(Object.keys(reasons)).toContain('expiredLots');
      expect((await approve(run, check, { ...unanswered, reasons: {} })).statusCode).toBe(409);
      expect((await approve(run, check)).statusCode).toBe(200);
      const report = await test.call('physician', 'POST', `/run/export/${run.id}`, { format: 'PDF' });
      expect(report.statusCode, report.body.slice(0, 200)).toBe(200);
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(report.rawPayload)), {
        mergePages: true,
      });
      expect(text.replace(/\s+/g, ' ')).toContain(CLOSED);
    } finally {
      await setActive(true);
    }
  });

  it('LOT-111 is not reported for a run that was approved before', async () => {
    const run = await waiting();
    expect((await decide(test, run.id)).statusCode).toBe(200);
    await setActive(false);
    try {
      expect(expiredOf(await checkOf(run))).toEqual([]);
    } finally {
      await setActive(true);
    }
  });

  // The record to sign is read after the check; the lot is no change of the run.
  it('LOT-111 makes an approval or submission outdated whose record is read after the check', async () => {
    const run = await waiting();
    const { id } = await interpretedRun(test, { seed: (seed += 1) });
    const shown = await checkOf(run);
    const answers = [];
    for (const decision of [() => approve(run, shown), () => submit(test, id)]) {
      answers.push(await beforeStatement('curvewell-decision-record/1', () => setActive(false), decision));
      await setActive(true);
    }
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ code: string }>().code])).toEqual([
      [409, 'stale'],
      [409, 'stale'],
    ]);
  });

  it('LOT-112 an expired kit version is reported in the same way', async () => {
    const run = await waiting();
    const version = { version: 'v2', kit: { name: 'LCT-13910' } };
    await test.db.kitVersion.updateMany({
      where: version,
      data: { validityEndDate: new Date('2026-11-01') },
    });
    try {
      expect(expiredOf(await checkOf(run))).toEqual([ENDED]);
    } finally {
      await test.db.kitVersion.updateMany({ where: version, data: { validityEndDate: null } });
    }
  });
});
