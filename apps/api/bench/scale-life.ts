import { allConfirmed, type Run, type RunCheck } from '@curvewell/domain';
import { generateCfxXlsx, syntheticRun, syntheticWells } from '@curvewell/instruments/generate';

import type { Db } from '../src/database/db.ts';
import { configuration } from '../test/run-factory.ts';

const PLATE = { plateType: 'RECTANGULAR_96', channels: ['FAM', 'TEXAS_RED'] } as const;

export interface Request {
  readonly login: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object | FormData;
}

interface Life {
  readonly db: Db;
  /** Of the plate's noise, so that no two runs have the same file. */
  readonly seed: number;
  /** Sends a request and counts it under a name. */
  readonly count: (name: string, request: Request) => Promise<unknown>;
  /** Sends a request that is not counted. */
  readonly ask: (request: Request) => Promise<unknown>;
}

/** The writes of a run of 96 wells in two channels through the API, from its import to its approval. */
export async function liveThrough({ db, seed, count, ask }: Life): Promise<void> {
  const imported = (await count('write: import of 96 × 2', {
    login: 'tech',
    method: 'POST',
    path: '/run/createRun',
    body: await uploadOf(db, seed),
  })) as Run;
  const path = `/run/${imported.id}`;
  const tech = { login: 'tech' } as const;
  await count('write: plate setup', {
    ...tech,
    method: 'PUT',
    path,
    body: await configuration(db, imported),
  });
  await count('write: interpretation', {
    ...tech,
    method: 'POST',
    path: `${path}/interpret`,
  });
  await count('write: comment on a run', {
    ...tech,
    method: 'POST',
    path: `${path}/comment`,
    body: { value: 'Air bubble in the well' },
  });
  const answers = async (login: string, decision: string) => {
    const check = await ask({ login, method: 'GET', path: `${path}/check?decision=${decision}` });
    return { shown: (check as RunCheck).digest, ...allConfirmed(check as RunCheck) };
  };
  const body = await answers('tech', 'submit');
  await count('write: submission', { ...tech, method: 'PUT', path: `${path}/submit`, body });
  await count('write: approval', {
    login: 'physician',
    method: 'PUT',
    path: `${path}/status?status=APPROVED`,
    body: await answers('physician', 'approve'),
  });
  await count('run: open 96 × 2', { ...tech, method: 'GET', path });
  await count('run: chart of 96 × 2', { ...tech, method: 'GET', path: `${path}/chart` });
  await count('export: results of a run, CSV', {
    ...tech,
    method: 'POST',
    path: `/run/export/${imported.id}`,
    body: { format: 'CSV', wellIds: [] },
  });
  await count('export: record of a run', {
    login: 'physician',
    method: 'POST',
    path: `/run/export/${imported.id}/record`,
  });
}

async function uploadOf(db: Db, seed: number): Promise<FormData> {
  const [file] = await generateCfxXlsx(
    syntheticRun({
      ...PLATE,
      seed,
      noise: 2,
      wells: syntheticWells({ ...PLATE, seed }),
      phases: ['MELT', 'ANNEAL'],
      temperature: { from: 40, to: 75, step: 0.2 },
    }),
  );
  if (file === undefined) throw new Error('the generator wrote no file');
  const { id } = await db.analyser.findUniqueOrThrow({ where: { name: 'Bio-Rad CFX96' } });
  const form = new FormData();
  form.append('analyser', JSON.stringify({ id }));
  form.append('files', new Blob([new Uint8Array(file.bytes)]), file.name);
  return form;
}
