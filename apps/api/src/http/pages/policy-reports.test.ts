import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { policyReports, REPORTS_ADDRESS } from './policy-reports.ts';

let test: TestApp;
const log: string[] = [];
beforeAll(async () => {
  const stream = { write: (line: string) => void log.push(line) };
  test = await createTestApp({ logger: { level: 'warn', stream } });
  await test.app.register(policyReports);
});
afterAll(() => test.close());

const report = (payload: string, type = 'application/csp-report') =>
  test.app.inject({ method: 'POST', url: REPORTS_ADDRESS, headers: { 'content-type': type }, payload });

it('OPS-193 a browser’s report is one log line, without confidential parts of addresses', async () => {
  const answer = await report(
    JSON.stringify({
      'csp-report': {
        'effective-directive': 'script-src',
        'blocked-uri': 'inline',
        'line-number': 7,
        'document-uri': 'https://lab.example/?code=one-time#token',
        'script-sample': 'somebody’s text',
      },
    }),
  );
  expect(answer.statusCode).toBe(204);
  expect(log).toHaveLength(1);
  expect(JSON.parse(log[0] ?? '')).toMatchObject({
    violation: { 'effective-directive': 'script-src', 'document-uri': 'https://lab.example/' },
  });
  expect(log[0]).not.toMatch(/one-time|somebody/);
});

it('OPS-193 invalid reports are refused and not logged', async () => {
  const before = log.length;
  for (const [payload, type] of [
    ['{"csp-report":1}', undefined],
    ['{"csp-report":{', undefined],
    [`"${'x'.repeat(20_000)}"`, undefined],
    ['<xml/>', 'text/xml'],
  ] as const)
    expect((await report(payload, type)).statusCode).toBeGreaterThanOrEqual(400);
  expect(log).toHaveLength(before);
});
