import { readKindSchema, type Permission } from '@curvewell/domain';
import { expect, it } from 'vitest';
import { z } from 'zod';

import {
  allOf,
  anyOf,
  call,
  COMMON_ERRORS,
  IDEMPOTENCY_HEADER,
  IDLE_HEADER,
  isGranted,
  open,
  signedIn,
  takesIdempotencyKey,
} from './call.ts';
import { ALL_CALLS } from './calls.ts';
import { PROBLEM_STATUS } from './problem.ts';

const holding = (...permissions: Permission[]) => new Set(permissions);

it.each([
  ['open', open],
  ['for everybody who is signed in', signedIn],
] as const)('a call that is %s is granted whatever the permissions', (_, access) => {
  expect(isGranted(access, holding())).toBe(true);
  expect(isGranted(access, holding('EXPORT_KIT'))).toBe(true);
});

it('an access names the required permissions', () => {
  expect(open).toEqual({ kind: 'open' });
  expect(signedIn).toEqual({ kind: 'signed-in', anyOf: [], allOf: [] });
  expect(anyOf('EXPORT_KIT')).toEqual({ kind: 'signed-in', anyOf: ['EXPORT_KIT'], allOf: [] });
  expect(allOf('EXPORT_KIT')).toEqual({ kind: 'signed-in', anyOf: [], allOf: ['EXPORT_KIT'] });
});

it('a call with alternative permissions is granted to users with one of them', () => {
  const access = anyOf('IMPORT_KIT', 'IMPORT_LOTS');
  expect(isGranted(access, holding())).toBe(false);
  expect(isGranted(access, holding('EXPORT_KIT'))).toBe(false);
  expect(isGranted(access, holding('IMPORT_LOTS'))).toBe(true);
  expect(isGranted(access, holding('IMPORT_KIT', 'IMPORT_LOTS'))).toBe(true);
});

it('a call with several required permissions is refused to users who lack one', () => {
  const access = allOf('IMPORT_KIT', 'IMPORT_LOTS');
  expect(isGranted(access, holding())).toBe(false);
  expect(isGranted(access, holding('IMPORT_LOTS'))).toBe(false);
  expect(isGranted(access, holding('IMPORT_KIT', 'IMPORT_LOTS', 'EXPORT_KIT'))).toBe(true);
});

it('a call may combine both', () => {
  const access = { ...anyOf('IMPORT_KIT', 'IMPORT_LOTS'), allOf: ['WRITE_DIAGNOSTIC'] } as const;
  expect(isGranted(access, holding('IMPORT_KIT'))).toBe(false);
  expect(isGranted(access, holding('WRITE_DIAGNOSTIC'))).toBe(false);
  expect(isGranted(access, holding('IMPORT_KIT', 'WRITE_DIAGNOSTIC'))).toBe(true);
});

it('undeclared parts of a call are empty and accept nothing', () => {
  const bare = call({
    ...({ id: 'API-00', summary: '', method: 'GET', path: '/x', scope: 'global' } as const),
    access: open,
  });
  expect([bare.files, bare.file, bare.errors]).toEqual([null, null, []]);
  expect(bare).toMatchObject({
    isAnswerSecret: false,
    perMinute: null,
    reads: null,
    costMs: 0,
    isQuestion: false,
  });
  for (const part of [bare.params, bare.query]) {
    expect(part.safeParse({}).success).toBe(true);
    expect(part.safeParse({ more: 1 }).success).toBe(false);
  }
  for (const part of [bare.body, bare.answer]) {
    expect(part.safeParse(undefined).success).toBe(true);
    expect(part.safeParse({}).success).toBe(false);
  }
});

it('declared parts of a call are kept', () => {
  const parts = {
    query: z.object({ b: z.string() }),
    body: z.object({ c: z.string() }),
    answer: z.object({ d: z.string() }),
    files: { field: 'files', max: 2 },
    file: { mediaTypes: ['text/csv'] },
    errors: ['not-found'] as const,
    ...({ isAnswerSecret: true, perMinute: 5, reads: 'run', costMs: 30, isQuestion: true } as const),
    bodyBytes: 2000,
  };
  const whole = call({
    ...({ id: 'API-00', summary: '', method: 'POST', path: '/x/:a/y/:bId', scope: 'global' } as const),
    access: signedIn,
    params: { a: z.literal('c') },
    ...parts,
  });
  expect(whole).toMatchObject({ id: 'API-00', method: 'POST', access: signedIn });
  for (const [name, part] of Object.entries(parts)) expect(whole, name).toHaveProperty(name, part);
  const bId = '7b9c1c5e-0000-4000-8000-000000000001';
  expect(whole.params.parse({ a: 'c', bId })).toEqual({ a: 'c', bId });
  for (const wrong of [{ a: 'c' }, { a: 'c', bId: 'x' }, { a: 'd', bId }, { a: 'c', bId, d: 1 }])
    expect(whole.params.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
});

it('a body is limited to 64 KiB, and 1 KiB for a call without a body, by default', () => {
  const parts = { id: 'API-00', summary: '', method: 'POST', path: '/x', scope: 'global' } as const;
  expect(call({ ...parts, access: open }).bodyBytes).toBe(1024);
  expect(call({ ...parts, access: open, body: z.object({}) }).bodyBytes).toBe(65_536);
});

it('only a POST without a file response accepts an idempotency key', () => {
  const file = { mediaTypes: ['text/csv'] };
  expect(takesIdempotencyKey({ method: 'POST', file: null })).toBe(true);
  expect(takesIdempotencyKey({ method: 'POST', file })).toBe(false);
  expect(takesIdempotencyKey({ method: 'PUT', file: null })).toBe(false);
});

it('the request headers have their names', () => {
  expect([IDEMPOTENCY_HEADER, IDLE_HEADER]).toEqual(['idempotency-key', 'x-idle-seconds']);
});

it('the codes of every call are problems with a status', () => {
  expect(COMMON_ERRORS).toContain('forbidden');
  for (const code of COMMON_ERRORS) expect(PROBLEM_STATUS[code], code).toBeGreaterThanOrEqual(400);
});

it('only a call that changes something accepts an idempotency key', () => {
  expect(takesIdempotencyKey({ method: 'POST', file: null })).toBe(true);
  expect(takesIdempotencyKey({ method: 'GET', file: null })).toBe(false);
  expect(takesIdempotencyKey({ method: 'POST', file: { mediaTypes: ['text/csv'] } })).toBe(false);
});

it('every kind of view log entry belongs to a call, and the headers keep their names', () => {
  const noted = new Set(ALL_CALLS.flatMap(({ call: { reads } }) => reads ?? []));
  expect([...noted].sort()).toEqual(readKindSchema.options.toSorted());
  expect([IDEMPOTENCY_HEADER, IDLE_HEADER]).toEqual(['idempotency-key', 'x-idle-seconds']);
});
