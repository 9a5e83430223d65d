import { diagnosticCalls } from '@curvewell/contracts';
import type { DiagnosticRow } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
let test: TestApp;
let kitId = '';
beforeAll(async () => {
  test = await createTestApp();
  kitId = (await test.db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } })).id;
});
afterAll(() => test.close());

async function save(login: string, body: object) {
  const headers = await test.signIn(login);
  return test.app.inject({ method: 'PUT', url: '/api/diagnostics/kit', headers, payload: body });
}

async function table(): Promise<DiagnosticRow[]> {
  const headers = await test.signIn('physician');
  const answer = await test.app.inject({ url: '/api/diagnostics/kit/labels', headers });
  return diagnosticCalls.labels.answer.parse(answer.json());
}

const sent = ({ id, revision, name, kit, label, diagnosticColor: { color }, active }: DiagnosticRow) => ({
  id,
  revision,
  name,
  kitId: kit.id,
  label,
  color,
  active,
});

async function rowOf(name: string): Promise<DiagnosticRow> {
  const row = (await table()).find((one) => one.kit.id === kitId && one.name === name);
  if (row === undefined) throw new Error(`no row for ${name}`);
  return row;
}

describe('the diagnostic table', () => {
  it('DIAG-02 API-54 lists kit, diagnostic, colour and label, without results of controls', async () => {
    const rows = await table();
    expect(rows[0]).toMatchObject({
      kit: { name: 'LCT-13910' },
      name: 'HOMOZYGOUS_WILD_TYPE',
      label: 'Homozygous wild type',
      diagnosticColor: { color: '#41cfff' },
    });
    expect(rows.map(({ name }) => name)).not.toContain('TEST_OK');
  });

  it('DIAG-01 needs permission to write diagnostics', async () => {
    expect((await save('tech', [])).statusCode).toBe(403);
    expect((await save('manager', [])).statusCode).toBe(403);
    const headers = await test.signIn('tech');
    expect((await test.app.inject({ url: '/api/diagnostics/kit/labels', headers })).statusCode).toBe(403);
  });

  it('DIAG-03 API-53 changes and adds rows, and audits both', async () => {
    const wild = { ...sent(await rowOf('HOMOZYGOUS_WILD_TYPE')), label: 'C/C', color: '#123456' };
    const added = { name: 'ABNORMAL', kitId, label: 'Look again', color: '#9177f3' };
    const answer = await save('physician', [wild, added]);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await rowOf('HOMOZYGOUS_WILD_TYPE')).toMatchObject({
      label: 'C/C',
      diagnosticColor: { color: '#123456', diagnosticLabel: 'C/C' },
    });
    expect(await rowOf('ABNORMAL')).toMatchObject({ label: 'Look again', active: true, order: 10 });
    expect(await rowOf('NEGATIVE')).toMatchObject({ label: 'Negative' });
    const entry = await test.db.auditEvent.findFirstOrThrow({ where: { action: 'diagnostics.save' } });
    expect(entry.details).toMatchObject({
      rows: [{ from: { label: 'Homozygous wild type' }, to: { label: 'C/C' } }, { from: null }],
    });
  });

  it('saving without changes is not audited', async () => {
    const before = await test.db.auditEvent.count();
    expect((await save('physician', [sent(await rowOf('NEGATIVE'))])).statusCode).toBe(200);
    expect(await test.db.auditEvent.count()).toBe(before);
  });

  it('DIAG-06 a kit has each diagnostic once', async () => {
    const again = { name: 'NEGATIVE', kitId, label: 'Nothing', color: '#000000' };
    expect((await save('physician', [again])).json()).toMatchObject({
      code: 'name-taken',
      message: 'There are duplicate labels',
    });
    const sick = { name: 'SICK', kitId, label: 'Sick', color: '#b02401' };
    expect((await save('physician', [sick, sick])).statusCode).toBe(409);
    expect((await table()).filter(({ name }) => name === 'SICK')).toEqual([]);
  });

  it('DIAG-05 DIAG-07 a row requires its kit, its diagnostic and its label', async () => {
    const row = { name: 'SICK', kitId, label: 'Sick', color: '#b02401' };
    for (const bad of [
      { label: ' ' },
      { name: 'UNWELL' },
      { color: 'red' },
      { kitId: UNKNOWN },
      { id: UNKNOWN, revision: 1 },
      { id: UNKNOWN },
    ]) {
      expect((await save('physician', [{ ...row, ...bad }])).statusCode).toBe(400);
    }
  });

  it('the meaning of a row in use is fixed, and the table shows that', async () => {
    expect(await rowOf('NEGATIVE')).toMatchObject({ isUsed: true });
    expect((await rowOf('NEGATIVE')).versions).toBeGreaterThan(0);
    expect(await rowOf('ABNORMAL')).toMatchObject({ isUsed: false, versions: 0 });
    const negative = { ...sent(await rowOf('NEGATIVE')), name: 'HEALTHY' };
    expect((await save('physician', [negative])).json()).toMatchObject({ code: 'invalid-request' });
    const free = { ...sent(await rowOf('ABNORMAL')), name: 'HEALTHY' };
    expect((await save('physician', [free])).statusCode).toBe(200);
  });

  it('API-53 of two users who change a row the second gets the name of the first; other rows can be changed', async () => {
    const opened = sent(await rowOf('HETEROZYGOUS'));
    const other = sent(await rowOf('NEGATIVE'));
    const by = (login: string) => save(login, [{ ...opened, label: `By ${login}` }]);
    const answers = await Promise.all([by('physician'), by('research')]);
    const won = answers.findIndex(({ statusCode }) => statusCode === 200);
    const names = ['Ingrid Lindqvist', 'Rhea Dunn'];
    expect(answers[1 - won]?.json()).toMatchObject({ code: 'stale', details: { by: names[won] } });
    expect(await rowOf('HETEROZYGOUS')).toMatchObject({
      label: `By ${['physician', 'research'][won] ?? ''}`,
      revision: opened.revision + 1,
    });

    expect((await save('quality', [{ ...other, label: 'None found' }])).statusCode).toBe(200);
    const late = await save('super', [
      { ...opened, label: 'Too late' },
      { ...other, label: 'None found' },
    ]);
    expect(late.json()).toMatchObject({ code: 'stale', details: { by: names[won] } });
    const again = sent(await rowOf('HETEROZYGOUS'));
    expect((await save('super', [{ ...again, label: 'C/T' }])).statusCode).toBe(200);
  });

  it('results of controls belong to no kit', async () => {
    const control = await test.db.diagnosticColor.findFirstOrThrow({ where: { kitId: null } });
    const row = {
      id: control.id,
      revision: control.revision,
      name: 'SICK',
      kitId,
      label: 'Sick',
      color: '#b02401',
    };
    expect((await save('physician', [row])).statusCode).toBe(400);
  });
});
