import type { ExportRequest } from '@curvewell/contracts';
import type { Run } from '@curvewell/domain';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { reportData } from '../../../test/read-exports.ts';
import { configuration, decide, importedRun, interpretedRun, submit } from '../../../test/run-factory.ts';
import { OTHER_SAMPLE } from './sample-report.ts';

let test: TestApp;
let run: Run;
beforeAll(async () => {
  test = await createTestApp();
  run = await namedRun();
});
afterAll(() => test.close());

/** A run with one sample in two wells and another in one, each with comments that name the other. */
async function namedRun(): Promise<Run> {
  const imported = await importedRun(test, { seed: 950 });
  const body = await configuration(test.db, imported);
  const names: Readonly<Record<string, string>> = {
    A1: '260311-00417',
    A2: '260311-00417',
    A3: '260311-00999',
  };
  for (const { wells } of body.analyses ?? [])
    for (const [position, well] of Object.entries(wells)) {
      well.name = names[position] ?? well.name;
      well.orderId = position === 'A1' ? 'O-77' : null;
    }
  await test.call('tech', 'PUT', `/run/${imported.id}`, body);
  await test.call('tech', 'POST', `/run/${imported.id}/interpret`);
  const comment = (position: string, value: string) =>
    test.call('tech', 'POST', `/run/${imported.id}/well/${wellAt(imported, position)}/comment`, { value });
  await comment('A1', 'Swapped with 260311-00999 at the bench; 260311-00417 is right.');
  await comment('A3', 'A word about the other sample.');
  await test.call('tech', 'POST', `/run/${imported.id}/comment`, { value: 'The plate dried out.' });
  return imported;
}

const wellAt = ({ analyses }: Run, position: string): string => analyses[0]?.wells[position]?.id ?? '';

const exported = (of: Run, request: Partial<ExportRequest>) =>
  test.call('tech', 'POST', `/run/export/${of.id}`, request);

async function reportOf(of: Run, position: string) {
  const answer = await exported(of, { sampleWellId: wellAt(of, position) });
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  const document = await getDocumentProxy(new Uint8Array(answer.rawPayload));
  const { text } = await extractText(document, { mergePages: false });
  const pages = text.map((page) => page.replaceAll(/\s+/g, ' '));
  const data = await reportData(new Uint8Array(answer.rawPayload));
  return { answer, pages, text: pages.join(' '), data };
}

it('IMPEXP-125 a report about one sample has its wells, kit and comments', async () => {
  const { text, data, answer } = await reportOf(run, 'A2');
  expect(text).toContain('Sample 260311-00417');
  expect(text).toContain('O-77');
  expect(text).toContain('Wells A1, A2');
  expect(text).toContain(`lot 26B0417`);
  expect(data.wells.map(({ position, name }) => [position, name])).toEqual([
    ['A1', '260311-00417'],
    ['A2', '260311-00417'],
  ]);
  expect(answer.headers['content-disposition']).toContain('sample_260311-00417');
});

it('EXPORT-188 a report about one sample says which wells have its name but no order', async () => {
  const { text } = await reportOf(run, 'A1');
  expect(text).toContain('Without an order A2 has the name of the sample, but no order.');
  const { text: other } = await reportOf(run, 'A3');
  expect(other).not.toContain('Without an order');
});

it('IMPEXP-126 nothing in it names or describes another sample, neither on its pages nor in its data', async () => {
  const { text, data } = await reportOf(run, 'A1');
  for (const content of [text, JSON.stringify(data)]) {
    expect(content).not.toContain('260311-00999');
    expect(content).not.toContain('A word about');
    expect(content).not.toContain('The plate dried out');
  }
  expect(text).toContain(`Swapped with ${OTHER_SAMPLE} at the bench; 260311-00417 is right.`);
  expect(data.check?.unresolved.filter(({ position }) => position === 'A3')).toEqual([]);
  expect(
    data.check?.counts.map(({ byChannel }) => byChannel['FAM']).reduce((sum = 0, one = 0) => sum + one, 0),
  ).toBe(2);
});

it('IMPEXP-126 an override of a control stays, without names of other samples', async () => {
  const ofControl = async (diagnosticName: string) => {
    const { id } = await test.db.diagnosticColor.findFirstOrThrow({ where: { kitId: null, diagnosticName } });
    const url = `/run/${run.id}/interpreted-wells?wellIds=${wellAt(run, 'A4')}`;
    const answer = await test.call('tech', 'PATCH', url, { id, comment: 'Splash of 260311-00999.' });
    expect(answer.statusCode, answer.body).toBe(200);
    const { text, data } = await reportOf(run, 'A1');
    expect(text).toContain(`Splash of ${OTHER_SAMPLE}.`);
    expect(JSON.stringify(data)).not.toContain('260311-00999');
    return text;
  };
  expect(await ofControl('TEST_KO')).toContain('Failed controls: A4 FAM');
  expect(await ofControl('TEST_OK')).toMatch(/Overrides: 1 well – A4 FAM from/);
});

it('IMPEXP-125 the same name with another order is another sample', async () => {
  const imported = await importedRun(test, { seed: 953 });
  const body = await configuration(test.db, imported);
  const orders: Readonly<Record<string, string>> = { A1: 'O-1', A2: 'O-2' };
  for (const { wells } of body.analyses ?? [])
    for (const [position, well] of Object.entries(wells)) {
      if (position !== 'A4') well.name = position === 'A3' ? 'TWIN' : 'Twin';
      well.orderId = orders[position] ?? null;
    }
  await test.call('tech', 'PUT', `/run/${imported.id}`, body);
  await test.call('tech', 'POST', `/run/${imported.id}/interpret`);
  await test.call('tech', 'POST', `/run/${imported.id}/well/${wellAt(imported, 'A1')}/comment`, {
    value: 'twin is right, TWIN is not.',
  });
  const { text, data } = await reportOf(imported, 'A1');
  expect(data.wells.map(({ position, orderId }) => [position, orderId])).toEqual([['A1', 'O-1']]);
  expect(JSON.stringify(data)).not.toContain('O-2');
  expect(text).toContain(`twin is right, ${OTHER_SAMPLE} is not.`);
});

it('IMPEXP-127 every page says that the run is not approved, until it is', async () => {
  const before = await reportOf(run, 'A1');
  expect(before.pages.length).toBeGreaterThan(1);
  for (const page of before.pages) expect(page).toContain('NOT APPROVED');
  const approved = await interpretedRun(test, { seed: 951 });
  await submit(test, approved.id);
  await decide(test, approved.id);
  const after = await reportOf(approved, 'A1');
  for (const page of after.pages) expect(page).not.toContain('NOT APPROVED');
  expect(after.text).toContain('reviewed and approved');
});

it('IMPEXP-128 a report about one sample is audited as other exports', async () => {
  const count = () => test.db.auditEvent.count({ where: { action: 'run.export', entityId: run.id } });
  const before = await count();
  await reportOf(run, 'A1');
  expect(await count()).toBe(before + 1);
  const [entry] = await test.db.auditEvent.findMany({
    where: { action: 'run.export', entityId: run.id },
    orderBy: { id: 'desc' },
    take: 1,
  });
  expect(entry?.details).toMatchObject({ format: 'PDF', wells: 2 });
  expect(JSON.stringify(entry?.details)).toContain('sample_260311-00417');
});

it('IMPEXP-128 a control and a well of another run have no report', async () => {
  const control = await exported(run, { sampleWellId: wellAt(run, 'A4') });
  expect(control.statusCode).toBe(400);
  expect(control.json()).toMatchObject({ message: 'A4 is not a sample with a name.' });
  const other = await interpretedRun(test, { seed: 952 });
  expect((await exported(run, { sampleWellId: wellAt(other, 'A1') })).statusCode).toBe(404);
  const foreign = await test.call('tech.south', 'POST', `/run/export/${run.id}`, {
    sampleWellId: wellAt(run, 'A1'),
  });
  expect(foreign.statusCode).toBe(404);
});
