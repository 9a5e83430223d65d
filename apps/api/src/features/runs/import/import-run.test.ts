import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { multipart } from '../../../../test/multipart.ts';
import { cfxFile, importedRun, importFiles, uploadOf } from '../../../../test/run-factory.ts';

let test: TestApp;
let address: string;
beforeAll(async () => {
  test = await createTestApp();
  address = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.close());

// Otherwise the server would hold every upload until all are read.
it('of many concurrent uploads of one user two are accepted, and other users’ are not refused', async () => {
  const files = [await cfxFile({ seed: 201 })];
  // All are sent at once: the first must not finish before the last arrives.
  const upload = await uploadOf(test, { files });
  const ofOther = await uploadOf(test, { login: 'physician', files });
  const [ofOne, other] = await Promise.all([
    Promise.all([1, 2, 3, 4, 5].map(() => test.app.inject(upload))),
    test.app.inject(ofOther),
  ]);
  expect(ofOne.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429, 429, 429]);
  expect(ofOne.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({
    code: 'too-many-requests',
  });
  expect(other.statusCode).toBe(200);
  expect((await importFiles(test, { files })).statusCode).toBe(200);
});

// The turn ends in the database, after the work. A client that got its response may already send the next two.
it('an upload whose response has arrived is not counted among those of the user', async () => {
  const form = multipart([{ field: 'files', ...(await cfxFile({ seed: 206 })) }]);
  const headers = { ...(await test.signIn('tech')), ...form.headers };
  const inspect = async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/run/inspect',
      headers,
      payload: form.payload,
    });
    return answer.statusCode;
  };
  for (let round = 0; round < 2; round++) {
    expect(await inspect()).toBe(200);
    expect(await Promise.all([inspect(), inspect()])).toEqual([200, 200]);
  }
});

// It used to be read and stored although the client had disconnected.
it('an upload whose client disconnects before its turn creates no run', async () => {
  const file = await cfxFile({ seed: 202 });
  const { id } = await test.db.analyser.findUniqueOrThrow({ where: { name: 'Bio-Rad CFX96' } });
  const form = multipart([{ field: 'files', ...file }], [['analyser', JSON.stringify({ id })]]);
  const headers = { ...(await test.signIn('physician.south')), ...form.headers };

  const ahead = [importedRun(test, { seed: 203 }), importedRun(test, { seed: 204 })];
  const taken = once(test.app.server, 'request');
  const sender = new AbortController();
  const upload = fetch(`${address}/api/run/createRun`, {
    method: 'POST',
    headers,
    signal: sender.signal,
    body: new Uint8Array(form.payload),
  });
  upload.catch(() => undefined);
  const [request] = (await taken) as [IncomingMessage]; // the server emits this type
  await once(request, 'end');
  sender.abort();
  await expect(upload).rejects.toThrow();

  await Promise.all(ahead);
  await importedRun(test, { seed: 205 });
  expect(await test.db.run.count({ where: { laboratory: { name: 'Demo laboratory South' } } })).toBe(0);
});
