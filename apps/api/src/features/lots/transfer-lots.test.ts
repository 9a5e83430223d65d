import { lotCalls } from '@curvewell/contracts';
import { type LotDocument, lotDocumentSchema } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { multipart } from '../../../test/multipart.ts';

let test: TestApp;
let versionId = '';
let lotIds: string[] = [];
beforeAll(async () => {
  test = await createTestApp();
  const version = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
    include: { lots: { orderBy: { name: 'asc' } } },
  });
  versionId = version.id;
  lotIds = version.lots.map(({ id }) => id);
});
afterAll(() => test.close());

async function download(login: string, ids: readonly string[]) {
  const query = ids.map((id) => `lotIds=${id}`).join('&');
  const url = `/api/export/version/${versionId}/lot?${query}`;
  return test.app.inject({ url, headers: await test.signIn(login) });
}

async function send(login: string, document: object, versionName?: string) {
  const { headers, payload } = multipart(
    [{ field: 'file', name: 'lots.json', bytes: Buffer.from(JSON.stringify(document)) }],
    versionName === undefined ? [] : [['versionName', versionName]],
  );
  return test.app.inject({
    method: 'POST',
    url: '/api/import/lot',
    payload,
    headers: { ...headers, ...(await test.signIn(login)) },
  });
}

const documentOf = (...names: readonly string[]): LotDocument => ({
  format: 'curvewell-lots',
  formatVersion: 1,
  kit: 'lct-13910',
  version: 'v2',
  lots: names.map((name) => ({ name, expirationDate: '2027-01-31', active: true })),
});

const lotsNamed = (name: string) => test.db.lot.count({ where: { name } });

describe('exporting lots', () => {
  it('IMPEXP-05 API-57 gives the selected lots as a JSON file, and is audited', async () => {
    const answer = await download('quality', lotIds.slice(0, 2));
    expect(answer.headers['content-disposition']).toContain('LCT-13910_v2_lots.json');
    expect(lotDocumentSchema.parse(answer.json())).toMatchObject({
      kit: 'LCT-13910',
      version: 'v2',
      lots: [{ name: '26A0033', expirationDate: '2026-10-31' }, { name: '26B0417' }],
    });
    const entry = await test.db.auditEvent.findFirstOrThrow({ where: { action: 'lot.export' } });
    expect(entry.details).toEqual({ lots: ['26A0033', '26B0417'] });
  });

  it('needs the permission, and lots of that version', async () => {
    expect((await download('tech', lotIds)).statusCode).toBe(403);
    expect((await download('quality', [])).statusCode).toBe(400);
    const other = await test.db.lot.findFirstOrThrow({ where: { name: 'MIX-01' } });
    expect((await download('quality', [other.id])).statusCode).toBe(404);
  });
});

describe('importing lots', () => {
  it('IMPEXP-07 API-58 creates the lots of a document', async () => {
    const answer = lotCalls.import.answer.parse((await send('quality', documentOf('I-1', 'I-2'))).json());
    expect(answer).toMatchObject({ kit: { name: 'LCT-13910' }, version: 'v2', lots: ['I-1', 'I-2'] });
    expect(await lotsNamed('I-1')).toBe(1);
    const imports = await test.db.auditEvent.findMany({ where: { action: 'lot.import' } });
    expect(imports).toHaveLength(1);
    const { versionId } = imports[0]!.details as { versionId: string };
    const listed = await test.call('quality', 'GET', `/lots/version/${versionId}/search?search=I-1`);
    const [lot] = lotCalls.search.answer.parse(listed.json()).content;
    expect(lot?.use?.madeBy).toBe(imports[0]?.actorName);
  });

  it('IMPEXP-10 IMPEXP-12 a taken name requires another one, and nothing is overwritten', async () => {
    const document = documentOf('26b0417', 'I-3');
    expect((await send('quality', document)).json()).toMatchObject({
      code: 'name-taken',
      details: { kind: 'Lot', name: '26b0417' },
    });
    expect(await lotsNamed('I-3')).toBe(0);
    expect((await send('quality', document, '26B0431')).statusCode).toBe(409);
    expect((await send('quality', document, 'I-3')).statusCode).toBe(409);
    expect((await send('quality', document, 'I-4')).json()).toMatchObject({ lots: ['I-4', 'I-3'] });
    expect((await send('quality', documentOf('I-3', 'I-4'), 'I-5')).statusCode).toBe(409);
  });

  it('needs the permission, and an existing version', async () => {
    expect((await send('sales', documentOf('NO'))).statusCode).toBe(403);
    expect((await send('quality', { ...documentOf('NO'), version: 'v9' })).statusCode).toBe(404);
    expect((await send('quality', documentOf('NO', 'no'))).json()).toMatchObject({ code: 'unreadable-file' });
    expect((await send('quality', { ...documentOf('NO'), lots: [] })).statusCode).toBe(422);
    expect(await lotsNamed('NO')).toBe(0);
  });
});

// JavaScript and PostgreSQL lower-case these letters differently, which made an import fail with a 500.
it('IMPEXP-100 compares names with disputed lower-case letters as the database does', async () => {
  expect((await send('quality', documentOf('İ', 'ΟΔΟΣ'))).statusCode).toBe(200);
  for (const other of ['i', 'i̇', 'οδος', 'οδοσ']) {
    const [row] = await test.db.$queryRaw<{ same: boolean }[]>`
      SELECT lower(${other}) IN (lower('İ'), lower('ΟΔΟΣ')) AS same`;
    const answer = await send('quality', documentOf(other));
    expect(answer.statusCode, `${other} ${answer.body}`).toBe(row?.same === true ? 409 : 200);
  }
  const twice = await send('quality', documentOf('ΑΣ', 'ασ'));
  expect(twice.json()).toMatchObject({ code: 'unreadable-file' });
});
