import { gzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { faultOf } from './published-answers.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const PAGE = {
  listObjects: [],
  numberOfObjects: 0,
  oldestWaiting: null,
  numberByStatus: { RUN_TO_INTERPRET: 0, WAIT_FOR_APPROVAL: 0, APPROVED: 0, REJECTED: 0 },
};
const PROBLEM = { code: 'forbidden', message: 'No.', issues: [], requestId: 'r' };

interface Answered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
const answered = (body: unknown, { status = 200, headers = JSON_TYPE }: Answered = {}) =>
  faultOf(
    { url: '/api/run?page=0' },
    { statusCode: status, headers, rawPayload: Buffer.from(JSON.stringify(body)) },
  );

it('API-309 a response that matches the document passes', () => {
  expect(answered(PAGE)).toBeNull();
  expect(answered(PROBLEM, { status: 403 })).toBeNull();
  expect(answered('', { status: 304, headers: {} })).toBeNull();
});

it('API-309 another field, value, status, media type or code is a fault', () => {
  expect(answered({ ...PAGE, more: 1 })).toMatch('must NOT have additional properties');
  expect(answered({ ...PAGE, oldestWaiting: 'yesterday' })).toMatch('date-time');
  expect(answered({ ...PAGE, numberOfObjects: undefined })).toMatch('numberOfObjects');
  expect(answered(PAGE, { status: 201 })).toMatch('is not in the document');
  expect(answered(PAGE, { headers: { 'content-type': 'text/html' } })).toMatch(
    'is not documented as text/html',
  );
  expect(answered({ ...PROBLEM, code: 'stale' }, { status: 409 })).toMatch('not documented with this code');
});

it('API-309 a compressed response is unpacked before it is compared', () => {
  const packed = (body: unknown) =>
    faultOf(
      { url: '/api/run?page=0' },
      {
        statusCode: 200,
        headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
        rawPayload: gzipSync(JSON.stringify(body)),
      },
    );
  expect(packed(PAGE)).toBeNull();
  expect(packed({ ...PAGE, more: 1 })).toMatch('must NOT have additional properties');
});
