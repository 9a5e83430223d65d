import type { Run, RunCheck } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { pdfText, reportData, workbookCells } from '../../../test/read-exports.ts';
import { withoutRules } from '../../../test/without-rules.ts';
import { approvedRun, decide, interpretedRun, submit } from '../../../test/run-factory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  // The runs have no signature.
  await test.db.laboratory.updateMany({ data: { rules: { changedRunsLeave: true } } });
});
afterAll(() => test.close());

const check = (run: Run, decision: string) =>
  test.call('tech', 'GET', `/run/${run.id}/check?decision=${decision}`);

async function rejectedRun(seed: number): Promise<Run> {
  const run = await interpretedRun(test, { seed });
  await submit(test, run.id);
  return (await decide(test, run.id, { status: 'REJECTED' })).json<Run>();
}

/** The data as written by a release that did not store checks. */
async function forgetDecisions(
  run: Run,
  decisions: ('submit' | 'approve' | 'reject')[] = ['submit', 'approve', 'reject'],
): Promise<void> {
  await withoutRules(test.db, (tx) =>
    tx.runDecision.deleteMany({ where: { runId: run.id, decision: { in: decisions } } }),
  );
}

async function exportedTexts(run: Run) {
  const exported = async (format: string) =>
    (await test.call('tech', 'POST', `/run/export/${run.id}`, { format })).rawPayload;
  const [pdf, xlsx] = [await exported('PDF'), await exported('XLSX')];
  const facts = (await workbookCells(xlsx))['Run'] ?? [];
  return {
    pdf: await pdfText(pdf),
    data: (await reportData(pdf)).check,
    rows: facts.filter(([fact]) => fact === 'Check' || fact === 'Remark'),
    lis: (await test.call('tech', 'POST', `/run/export/${run.id}/results`, { format: 'LIS_CSV' })).body,
  };
}

/** Statements of a report about a check or about current facts. */
const OF_A_CHECK = /no decision yet|Check before|Note before reading|Doubtful curves|Controls: none/;
/** A current fact in reports and LIS files. */
const TODAY = 'do not fit';

describe('OPS-340 a run decided before checks were stored', () => {
  it.each([
    ['approved', 340, approvedRun],
    ['rejected', 341, (_: TestApp, { seed }: { seed: number }) => rejectedRun(seed)],
  ])('says so in its report, its data and its workbook when it was %s', async (_status, seed, make) => {
    const run = await make(test, { seed });
    await forgetDecisions(run);
    const { pdf, data, rows, lis } = await exportedTexts(run);
    expect(pdf).toContain('Decided before checks were stored');
    expect(pdf).not.toMatch(OF_A_CHECK);
    expect(pdf).not.toContain(TODAY);
    expect(data).toBeNull();
    expect(rows).toEqual([['Check', 'Decided before checks were stored']]);
    expect(lis).not.toContain(TODAY);
  });

  it('has no check', async () => {
    const run = await approvedRun(test, { seed: 342 });
    expect((await check(run, 'approve')).json<RunCheck>().signed).not.toBeNull();
    await forgetDecisions(run);
    for (const [decision, message] of [
      ['submit', 'Submitted before checks were stored.'],
      ['approve', 'Decided before checks were stored.'],
    ] as const) {
      const answer = await check(run, decision);
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not-found', message }]);
    }
  });

  it('says for a later rejection that the submission was before', async () => {
    const run = await rejectedRun(343);
    await forgetDecisions(run, ['submit']);
    const { pdf, rows } = await exportedTexts(run);
    expect(pdf).toContain('Submitted before checks were stored');
    expect(rows).toEqual([['Check', 'Submitted before checks were stored']]);
  });
});

it('OPS-341 the report of a rejected run contains the check of its submission', async () => {
  const run = await rejectedRun(344);
  const { pdf, data } = await exportedTexts(run);
  expect(pdf).toContain('Check before submission');
  expect(pdf).not.toContain('no decision yet');
  expect(data?.signed).toMatchObject({ decision: 'submit', byName: 'Tara Holm' });
});
