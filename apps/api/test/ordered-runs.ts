import type { Run, RunCheck } from '@curvewell/domain';
import papaparse from 'papaparse';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';

import type { TestApp } from './create-test-app.ts';
import { configuration, importedRun, interpretedAs, withWells } from './run-factory.ts';

type RunOptions = NonNullable<Parameters<typeof importedRun>[1]>;

/** An interpreted run with an order for each sample (`LIS-S-1`), except controls named “NTC”. */
export async function orderedRun(
  test: TestApp,
  options: RunOptions,
  orderOf = (name: string) => `LIS-${name}`,
): Promise<Run> {
  const imported = await importedRun(test, options);
  const setup = withWells(await configuration(test.db, imported), (_, { name }) => ({
    orderId: name === null || name === 'NTC' ? null : orderOf(name),
  }));
  return interpretedAs(test, imported, setup);
}

/** The doubts that the check before submission lists. */
export const doubtsOf = async (test: TestApp, { id }: Run) =>
  (await test.call('tech', 'GET', `/run/${id}/check?decision=submit`)).json<RunCheck>().doubts;

/** The file of results for another system. */
export async function sentResults(test: TestApp, { id }: Run, format: string): Promise<string> {
  const answer = await test.call('tech', 'POST', `/run/export/${id}/results`, { format });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body;
}

/** The lines of the LIS file, by column. */
export const lisLines = async (test: TestApp, run: Run) =>
  papaparse.parse<Record<string, string>>(await sentResults(test, run, 'LIS_CSV'), {
    header: true,
    skipEmptyLines: true,
  }).data;

export const pdfText = async (bytes: Uint8Array): Promise<string> =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text;
