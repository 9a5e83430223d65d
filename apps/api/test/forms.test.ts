import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';

import { problemSchema, MAX_UPLOAD_BYTES } from '@curvewell/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { exchange } from './raw-http.ts';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await createTestApp({ times: { headMs: 2_000, requestMs: 2_000, checkEveryMs: 50 } });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port; // a listening TCP server
});
afterAll(() => test.close());

const B = 'x-boundary';
const PLAIN = `multipart/form-data; boundary=${B}`;
const field = (disposition: string, value = 'v') =>
  `--${B}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
const END = `--${B}--\r\n`;
const FILE = field('name="files"; filename="run.xml"', '<run/>');
const analyser = field('name="analyser"', '{"id":"00000000-0000-4000-8000-000000000000"}');

const MALFORMED: readonly (readonly [what: string, type: string, body: string])[] = [
  ['no boundary', 'multipart/form-data', FILE + END],
  ['an empty boundary', 'multipart/form-data; boundary=', FILE + END],
  ['an empty quoted boundary', 'multipart/form-data; boundary=""', FILE + END],
  ['a boundary of 252 bytes', `multipart/form-data; boundary=${'b'.repeat(252)}`, `--${'b'.repeat(252)}\r\n`],
  ['a boundary of odd characters', 'multipart/form-data; boundary=é\u0001{}', FILE + END],
  ['a boundary that ends in a space', 'multipart/form-data; boundary="x "', FILE + END],
  ['another boundary', 'multipart/form-data; boundary=other', FILE + END],
  ['another kind of multipart', `multipart/mixed; boundary=${B}`, FILE + END],
  ['no form', PLAIN, ''],
  ['only the end', PLAIN, END],
  ['only a line break', PLAIN, '\r\n'],
  ['a header that never ends', PLAIN, `--${B}\r\nContent-Disposition: form-data; name="file`],
  ['a header without an end of 100 kB', PLAIN, `--${B}\r\nX: ${'x'.repeat(100_000)}`],
  ['a header without a colon', PLAIN, `--${B}\r\nnonsense\r\n\r\nv\r\n${END}`],
  ['300 headers', PLAIN, `--${B}\r\n${'X: y\r\n'.repeat(300)}\r\nv\r\n${END}`],
  ['no last boundary', PLAIN, FILE],
  ['a file that breaks off', PLAIN, FILE.slice(0, -6)],
  ['a last boundary that breaks off', PLAIN, `${FILE}--${B}-`],
  ['a part without a name', PLAIN, field('', 'v') + FILE + END],
  ['a file without a name', PLAIN, field('filename="run.xml"') + END],
  ['a file under another name', PLAIN, field('name="other"; filename="run.xml"') + END],
  ['a field __proto__', PLAIN, field('name="__proto__"') + FILE + END],
  ['a file __proto__', PLAIN, field('name="__proto__"; filename="run.xml"') + END],
  ['a field constructor', PLAIN, field('name="constructor"') + FILE + END],
  ['a header __proto__', PLAIN, `--${B}\r\n__proto__: x\r\n\r\nv\r\n${END}`],
  ['a line break in a name', PLAIN, field('name="a\r\nb"') + FILE + END],
  ['an escaped line break in a name', PLAIN, field('name="a%0d%0ab"') + FILE + END],
  ['a NUL in a name', PLAIN, field('name="a\0b"') + FILE + END],
  ['a name of 10 kB', PLAIN, field(`name="${'n'.repeat(10_000)}"`) + FILE + END],
  ['a field of 100 kB', PLAIN, field('name="analyser"', 'v'.repeat(100_000)) + FILE + END],
  ['30 fields', PLAIN, analyser.repeat(30) + FILE + END],
  ['30 files', PLAIN, analyser + FILE.repeat(30) + END],
  ['a field that is no JSON', PLAIN, field('name="analyser"', '{') + FILE + END],
  [
    'a field that says it is JSON and is not',
    PLAIN,
    `--${B}\r\nContent-Disposition: form-data; name="analyser"\r\nContent-Type: application/json\r\n\r\n{\r\n${FILE}${END}`,
  ],
  [
    'JSON with __proto__',
    PLAIN,
    `--${B}\r\nContent-Disposition: form-data; name="analyser"\r\nContent-Type: application/json\r\n\r\n{"__proto__":{"x":1}}\r\n${FILE}${END}`,
  ],
  [
    'an unknown encoding',
    PLAIN,
    `--${B}\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=none\r\n\r\nv\r\n${FILE}${END}`,
  ],
];

async function send(type: string, body: string) {
  const { authorization } = await test.signIn('tech');
  const bytes = Buffer.from(body, 'latin1');
  const head = [
    'POST /api/run/createRun HTTP/1.1',
    'Host: localhost',
    `Authorization: ${authorization}`,
    `Content-Type: ${type}`,
    `Content-Length: ${bytes.length}`,
    'Connection: close',
    '',
    '',
  ].join('\r\n');
  return exchange(port, Buffer.concat([Buffer.from(head, 'latin1'), bytes]));
}

it.each(MALFORMED)('ERR-110 a form with %s is refused with a code', async (_what, type, body) => {
  const answer = await send(type, body);
  expect(problemSchema.parse(JSON.parse(answer?.body ?? '')), answer?.body).toBeDefined();
  expect(answer?.status).toBeGreaterThanOrEqual(400);
  expect(answer?.status).toBeLessThan(500);
});

it('TRUST-93 a file above the size limit is refused', async () => {
  const file = field('name="files"; filename="run.xml"', 'x'.repeat(MAX_UPLOAD_BYTES + 1));
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/run/createRun',
    headers: { ...(await test.signIn('tech')), 'content-type': PLAIN },
    payload: analyser + file + END,
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([413, { code: 'file-too-large' }]);
});

it('TRUST-95 only the last part of a file name with folders counts', async () => {
  const { id } = await test.db.analyser.findFirstOrThrow({ where: { name: 'Bio-Rad CFX96' } });
  for (const name of ['../../etc/evil.csv', '/etc/evil.csv', 'C:\\Windows\\evil.csv']) {
    const parts = [
      field('name="analyser"', JSON.stringify({ id })),
      field(`name="files"; filename="${name}"`, 'Well;Temperature\r\n'),
    ];
    const answer = await send(PLAIN, `${parts.join('')}${END}`);
    expect(problemSchema.parse(JSON.parse(answer?.body ?? '')).message).toMatch(/^evil\.csv: /);
  }
});

it('OPS-111 a refused form leaves nothing on disk', async () => {
  expect((await readdir(test.workFolder.path)).filter((name) => name.startsWith('work-'))).toEqual([]);
});
