import { expect, test } from 'vitest';

import { ApiProblem, messageOf, problemOf, retryAfterMs } from './api-problem.ts';

const answer = { status: 409, statusText: 'Conflict', body: '', retryAfter: null };

test("ERR-03 the text is the response's message, else the error's, else the fallback", () => {
  const body = JSON.stringify({
    code: 'stale',
    message: 'Changed by M. Okafor.',
    issues: [],
    requestId: 'r1',
  });
  expect(messageOf(problemOf({ ...answer, body }), 'none')).toBe('Changed by M. Okafor.');
  expect(messageOf(problemOf(answer), 'none')).toBe('Conflict');
  expect(messageOf(new Error('No message available'), 'none')).toBe('none');
  expect(messageOf('what is not an error', 'none')).toBe('none');
});

test('ERR-05 the body of a failed download is parsed as JSON first', () => {
  const body = JSON.stringify({ code: 'not-found', message: 'No file.', issues: [], requestId: 'r2' });
  const problem = problemOf({ ...answer, status: 404, body });
  expect(problem).toBeInstanceOf(ApiProblem);
  expect(problem).toMatchObject({ code: 'not-found', status: 404, requestId: 'r2' });
});

test('ERR-03 a problem with an unknown code keeps its message', () => {
  const body = JSON.stringify({ code: 'brand-new', message: 'The lamp is broken.', issues: [] });
  const problem = problemOf({ ...answer, status: 418, statusText: "I'm a teapot", body });
  expect(problem).toMatchObject({ code: 'unexpected', status: 418, requestId: null });
  expect(messageOf(problem, 'none')).toBe('The lamp is broken.');
  expect(messageOf(problemOf({ ...answer, statusText: '', body: '{}' }), 'none')).toBe('none');
});

test("a proxy's error page is identified by its status alone", () => {
  const problem = problemOf({
    ...answer,
    status: 503,
    statusText: 'Service Unavailable',
    body: '<html>',
    retryAfter: '7',
  });
  expect(problem).toMatchObject({ code: 'unavailable', message: 'Service Unavailable', retryAfterMs: 7000 });
});

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  expect(retryAfterMs('3', now)).toBe(3000);
  expect(retryAfterMs('Fri, 20 Nov 2026 10:00:05 GMT', now)).toBe(5000);
  expect(retryAfterMs(null, now)).toBeNull();
  expect(retryAfterMs('soon', now)).toBeNull();
});
