import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function kits(accepted: string) {
  return test.app.inject({
    url: '/api/kit',
    headers: { ...(await test.signIn('tech')), 'accept-encoding': accepted },
  });
}

it('a response is compressed for clients that accept it, with a Vary header', async () => {
  const plain = await kits('identity');
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  for (const accepted of ['gzip', 'br;q=1, gzip;q=0.5', 'deflate, gzip']) {
    const packed = await kits(accepted);
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  }
  for (const accepted of ['gzip;q=0', 'br', 'gzip;q=0.0, identity']) {
    expect((await kits(accepted)).headers['content-encoding'], accepted).toBeUndefined();
  }
});
