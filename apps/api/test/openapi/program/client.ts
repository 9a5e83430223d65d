/**
 * A program by an external developer who has only the document: uses the API through a generated client,
 * under strict TypeScript. `typescript-client.night.test.ts` generates `api.ts` beside it, compiles both and
 * runs them.
 */
import { readFile } from 'node:fs/promises';
import { argv, env, stdout } from 'node:process';

import createClient from 'openapi-fetch';

import type { components, paths } from './api.ts';

type RunStatus = components['schemas']['RunStatus'];

const [, , analyserId = '', file = ''] = argv;
const api = createClient<paths>({
  baseUrl: env['API'] ?? '',
  headers: { authorization: `Bearer ${env['TOKEN'] ?? ''}` },
});

/** @returns the id of the run */
async function importRun(key: string): Promise<string> {
  const content = new File([await readFile(file)], 'run.xlsx');
  const { data, error } = await api.POST('/run/createRun', {
    params: { header: { 'Idempotency-Key': key } },
    // A file has the generated type string, so the form is built by hand.
    body: { analyser: { id: analyserId }, files: [], storeDyes: false },
    bodySerializer({ analyser }) {
      const form = new FormData();
      form.append('analyser', JSON.stringify(analyser));
      form.append('files', content);
      return form;
    },
  });
  if (data === undefined) throw new Error(error.message);
  return data.id;
}

/** @returns the kind of a refusal, by its code */
async function refusal(): Promise<string> {
  const { error } = await api.GET('/run/{runId}', {
    params: { path: { runId: '00000000-0000-4000-8000-000000000000' } },
  });
  if (error === undefined) return 'none';
  switch (error.code) {
    case 'not-found':
      return `${error.code}: ${error.message}`;
    // @ts-expect-error -- no problem has this code
    case 'no-such-code':
      return '';
    default:
      return error.code;
  }
}

const me = await api.GET('/me');
const before = await api.GET('/run', {
  params: { query: { size: 5, sort: 'created', status: 'RUN_TO_INTERPRET' } },
});
// @ts-expect-error -- runs are not sorted by this
await api.GET('/run', { params: { query: { sort: 'colour' } } });
const made = await importRun('a-key');
const again = await importRun('a-key');
const { data: run } = await api.GET('/run/{runId}', { params: { path: { runId: made } } });
const status: RunStatus | undefined = run?.status;
const comments = await api.POST('/run/{runId}/comment', {
  params: { path: { runId: made } },
  body: { value: 'Imported by a program.' },
});
const after = await api.GET('/run', { params: { query: { size: 5 } } });

stdout.write(
  JSON.stringify({
    login: me.data?.preferredUsername,
    runsBefore: before.data?.listObjects.length,
    runsAfter: after.data?.listObjects.map(({ id }) => id),
    id: made,
    again,
    status,
    wells: run?.analyses.flatMap(({ wells }) => Object.values(wells).map(({ name }) => name)),
    comment: comments.data?.at(-1)?.value,
    refusal: await refusal(),
  }),
);
