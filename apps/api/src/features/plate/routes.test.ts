import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('API-48 the sample types have labels', async () => {
  const answer = await test.app.inject({ url: '/api/well/sampleTypes', headers: await test.signIn('tech') });
  expect(answer.json()).toEqual([
    { name: 'BLOOD', label: 'Blood' },
    { name: 'DNA', label: 'DNA' },
    { name: 'NEGATIVE_TEST', label: 'Negative control' },
    { name: 'POSITIVE_TEST', label: 'Positive control' },
    { name: 'STANDARD', label: 'Standard' },
  ]);
  expect((await test.app.inject({ url: '/api/well/sampleTypes' })).statusCode).toBe(401);
});

it('API-83 the public properties need a sign-in', async () => {
  const url = '/api/public-properties';
  const answer = await test.app.inject({ url, headers: await test.signIn('newcomer') });
  expect(answer.json()).toMatchObject({ product: { name: 'Curvewell' }, maxUploadBytes: 52_428_800 });
  expect((await test.app.inject({ url })).statusCode).toBe(401);
});
