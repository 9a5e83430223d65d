import {
  type ChartWell,
  chartWellSchema,
  type KitDocument,
  kitDocumentSchema,
  type EvaluatedSettings,
  type Run,
} from '@curvewell/domain';
import { type Finding, verifyRecord } from '@curvewell/verify';
import { expect } from 'vitest';
import { z } from 'zod';

import type { TestApp } from './create-test-app.ts';
import { multipart } from './multipart.ts';
import { decide, submit } from './run-factory.ts';

/** The wells of an interpreted run, by position. */
export async function chartOf(
  test: TestApp,
  { id }: Pick<Run, 'id'>,
): Promise<ReadonlyMap<string, ChartWell>> {
  const answer = await test.call('tech', 'GET', `/run/${id}/chart`);
  const wells = z.array(chartWellSchema).parse(answer.json());
  return new Map(wells.map((one) => [one.position, one]));
}

/** Approves a run and verifies its signed record with the external program. */
export async function verifiedAfterApproval(test: TestApp, run: Run): Promise<readonly Finding[]> {
  await submit(test, run.id);
  expect((await decide(test, run.id)).statusCode).toBe(200);
  const record = await test.call('physician', 'POST', `/run/export/${run.id}/record`);
  return verifyRecord(record.rawPayload, null);
}

/** Expects no findings and unchanged calls. */
export function expectSameCalls(findings: readonly Finding[], wells: number): void {
  expect(findings.filter(({ state }) => state === 'fails')).toEqual([]);
  expect(findings.map(({ text }) => text).join(' ')).toMatch(
    new RegExp(`all ${wells} results and their reasons are the same`),
  );
}

/** The calls of a run's wells with draft settings. */
export async function evaluatedBy<Well>(
  test: TestApp,
  run: Run,
  settings: EvaluatedSettings,
): Promise<Well[]> {
  const answer = await test.call('research', 'POST', `/run/${run.id}/evaluate`, settings);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Well[]>();
}

/** The exported document of a kit version. */
export async function exportedVersion(test: TestApp, versionId: string): Promise<KitDocument> {
  const { kitId } = await test.db.kitVersion.findUniqueOrThrow({ where: { id: versionId } });
  const file = await test.call('research', 'GET', `/export/kit/${kitId}/version/${versionId}`);
  return kitDocumentSchema.parse(file.json());
}

/** Imports a document as another version. */
export async function importVersion(test: TestApp, document: object, versionName: string) {
  const form = multipart(
    [{ field: 'file', name: 'kit.json', bytes: new TextEncoder().encode(JSON.stringify(document)) }],
    [['versionName', versionName]],
  );
  return test.app.inject({
    method: 'POST',
    url: '/api/import/kit/version',
    payload: form.payload,
    headers: { ...(await test.signIn('research')), ...form.headers },
  });
}

/** The newest audit entry about a change of a version's settings. */
export const configureEntry = (test: TestApp, entityId: string) =>
  test.db.auditEvent.findFirstOrThrow({
    where: { action: 'kitVersion.configure', entityId },
    orderBy: { id: 'desc' },
  });
