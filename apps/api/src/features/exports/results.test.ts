import type { Run, UpdateRun } from '@curvewell/contracts';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { configuration, importedRun } from '../../../test/run-factory.ts';

let test: TestApp;
let run: Run;

const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  test.call('tech', method, url, body);
const runNow = async () => (await call('GET', `/run/${run.id}`)).json<Run>();
const orders = ({ analyses }: Run) =>
  Object.values(analyses[0]?.wells ?? {})
    .toSorted((a, b) => a.position.localeCompare(b.position))
    .map(({ orderId }) => orderId);

/** The configuration of the run in which some wells have an order; undefined: the body does not say. */
async function withOrders(orderIds: Readonly<Record<string, string | undefined>>): Promise<UpdateRun> {
  const body = await configuration(test.db, await runNow());
  const analyses = (body.analyses ?? []).map((analysis) => ({
    ...analysis,
    wells: Object.fromEntries(
      Object.entries(analysis.wells).map(([position, well]) => {
        const orderId = orderIds[position];
        return [position, orderId === undefined ? well : { ...well, orderId }];
      }),
    ),
  }));
  return { ...body, analyses };
}

beforeAll(async () => {
  test = await createTestApp();
  run = await importedRun(test, { seed: 90 });
  await call('PUT', `/run/${run.id}`, await withOrders({ A1: 'A-77', A2: '=1+1', A3: 'A-79' }));
  await call('PUT', `/run/${run.id}`, await withOrders({ A3: '' }));
  await call('POST', `/run/${run.id}/interpret`);
});
afterAll(() => test.close());

it('WORKLIST-07 an order id is stored with its well, stays when it is not told, and goes when it is empty', async () => {
  expect(orders(await runNow())).toEqual(['A-77', '=1+1', null, null]);
  const long = await call('PUT', `/run/${run.id}`, await withOrders({ A1: 'x'.repeat(101) }));
  expect(long.statusCode).toBe(400);
});

it('WORKLIST-07 an order id stands in every export', async () => {
  const exported = (format: string) => call('POST', `/run/export/${run.id}`, { format });
  const [heads, first, second] = (await exported('CSV')).body.split('\r\n');
  expect(heads).toContain(';Name;Order id;');
  expect(first).toContain(';S-1;A-77;');
  expect(second).toContain(";S-2;'=1+1;");
  const document = await getDocumentProxy(new Uint8Array((await exported('PDF')).rawPayload));
  const { text } = await extractText(document, { mergePages: true });
  expect(text.replaceAll(/\s+/g, ' ')).toContain('S-1, order A-77');
});
