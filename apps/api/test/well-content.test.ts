import type { UpdateRun } from '@curvewell/contracts';
import type { Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { configuration, importedRun, withWells } from './run-factory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const saved = (id: string, body: UpdateRun) => test.call('tech', 'PUT', `/run/${id}`, body);
const storedNames = (runId: string) =>
  test.db.well.findMany({ where: { runId, position: 'A1' }, select: { name: true, sampleType: true } });

it('TRUST-677 a name or an order that looks like another is refused, and nothing is stored', async () => {
  const run = await importedRun(test, { seed: 6770 });
  const body = await configuration(test.db, run);
  const before = await storedNames(run.id);
  for (const text of ['S-1\u202e21', 'S-1\u206621', 'S\u200b-1', 'S-1\u3164', 'S\u00ad-1', '\u2800']) {
    for (const field of ['name', 'orderId'] as const) {
      const answer = await saved(
        run.id,
        withWells(body, (at) => (at === 'A1' ? { [field]: text } : {})),
      );
      expect(answer.statusCode, answer.body).toBe(400);
      expect(answer.body).toContain('invisible characters are not allowed');
    }
  }
  expect(await storedNames(run.id)).toEqual(before);
});

it('TRUST-678 a well has one content in all channels', async () => {
  const run = await importedRun(test, { seed: 6780, channels: ['FAM', 'TEXAS_RED'] });
  const body = await configuration(test.db, run);
  const [first, ...others] = body.analyses ?? [];
  // A channel may be saved before the others.
  const partly = await saved(run.id, { ...body, analyses: others });
  expect(partly.statusCode, partly.body).toBe(200);
  body.revision = partly.json<Run>().revision;
  const before = await storedNames(run.id);
  if (first === undefined) throw new Error('the run has no channel');
  const other = { name: 'S-2', sampleType: 'NEGATIVE_TEST', orderId: 'other', lot: null } as const;
  for (const field of ['name', 'sampleType', 'orderId', 'lot'] as const) {
    const { analyses: [changed] = [] } = withWells({ ...body, analyses: [first] }, (at) =>
      at === 'A1' ? { [field]: other[field] } : {},
    );
    if (changed === undefined) throw new Error('the run has no channel');
    for (const analyses of [[changed, ...others], [changed]]) {
      const answer = await saved(run.id, { ...body, analyses });
      expect(answer.statusCode, answer.body).toBe(400);
      expect(answer.body).toContain('A1 has different contents in its channels.');
    }
  }
  expect(await storedNames(run.id)).toEqual(before);
});
