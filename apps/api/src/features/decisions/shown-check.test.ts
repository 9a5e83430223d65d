import { runCheckSchema, type Run, type RunCheck } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { interpretedRun, SMALL_PLATE, submit } from '../../../test/run-factory.ts';

let test: TestApp;
let seed = 7200;

beforeAll(async () => {
  test = await createTestApp();
  const none = { missingControls: 'note', kitStatus: 'note', expiredLots: 'note', importDoubts: 'note' };
  await test.db.laboratory.updateMany({ data: { rules: { approve: none, submit: none } } });
});
afterAll(() => test.close());

async function waiting(): Promise<Run> {
  const run = await interpretedRun(test, { seed: (seed += 1) });
  await submit(test, run.id);
  return run;
}

const checkOf = async (run: Run, { login = 'physician', decision = 'approve' } = {}): Promise<RunCheck> =>
  runCheckSchema.parse((await test.call(login, 'GET', `/run/${run.id}/check?decision=${decision}`)).json());
const approve = (run: Run, shown: string) =>
  test.call('physician', 'PUT', `/run/${run.id}/status?status=APPROVED`, { shown });

/** Everything that is signed but not among the doubts. */
const CHANGES: Readonly<Record<string, (run: Run) => Promise<unknown>>> = {
  'a comment on the run': ({ id }) =>
    test.call('super', 'POST', `/run/${id}/comment`, { value: 'S-1 and S-2 were swapped. Do not release.' }),
  'a comment on a well': ({ id, analyses }) =>
    test.call('super', 'POST', `/run/${id}/well/${analyses[0]?.wells['A1']?.id}/comment`, {
      value: 'Tube of another patient',
    }),
  'a new interpretation': async ({ id }) => {
    await test.call('physician', 'PUT', `/run/${id}/status?status=REJECTED`, { reason: 'Read again' });
    const { proposal, revision } = (await test.call('tech', 'GET', `/run/${id}/reinterpretation`)).json<{
      proposal: string;
      revision: number;
    }>();
    const again = { proposal, revision, reason: 'Read again', overrides: {} };
    await test.call('tech', 'POST', `/run/${id}/reinterpretation`, again);
    return submit(test, id);
  },
};

it.each(Object.keys(CHANGES))(
  'TRUST-620 an approval is refused after %s that the approver has not seen',
  async (change) => {
    const run = await waiting();
    const { digest: shown, doubts } = await checkOf(run);
    const made = (await CHANGES[change]?.(run)) as { statusCode: number };
    expect(made.statusCode).toBe(200);
    // The doubts do not show it.
    expect((await checkOf(run)).doubts).toEqual(doubts);
    const refused = await approve(run, shown);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'stale', details: { changed: 'doubts' } },
    ]);
    expect((await approve(run, (await checkOf(run)).digest)).statusCode).toBe(200);
  },
);

it('TRUST-622 a rule that blocks failed controls also blocks one that the technician has overridden to passed', async () => {
  const { id: laboratoryId } = await test.db.laboratory.findFirstOrThrow({
    where: { name: 'Demo laboratory North' },
  });
  const { rules: before } = await test.db.laboratory.findUniqueOrThrow({ where: { id: laboratoryId } });
  const approval = { missingControls: 'note', kitStatus: 'note', importDoubts: 'note', expiredLots: 'note' };
  const rules = { approve: { ...approval, failedControls: 'block' } };
  await test.db.laboratory.update({ where: { id: laboratoryId }, data: { rules } });
  // The negative control melts like the first sample.
  const wells = SMALL_PLATE.map((well) =>
    well.name === 'NTC' ? { ...well, melts: SMALL_PLATE[0]?.melts ?? [] } : well,
  );
  const run = await interpretedRun(test, { seed: (seed += 1), wells });
  const control = run.analyses[0]?.wells['A4']?.id ?? '';
  const { id } = await test.db.diagnosticColor.findFirstOrThrow({
    where: { diagnosticName: 'TEST_OK', kitId: null },
  });
  const override = { id, comment: 'Splash' };
  const changed = await test.call(
    'tech',
    'PATCH',
    `/run/${run.id}/interpreted-wells?wellIds=${control}`,
    override,
  );
  expect(changed.statusCode, changed.body).toBe(200);
  await submit(test, run.id);
  const { digest, doubts } = await checkOf(run);
  expect(doubts.failedControls.map(({ position }) => position)).toEqual(['A4']);
  expect((await approve(run, digest)).json()).toMatchObject({
    code: 'check-open',
    details: { open: [{ kind: 'failedControls', demand: 'block' }] },
  });
  await test.db.laboratory.update({ where: { id: laboratoryId }, data: { rules: before ?? {} } });
});
