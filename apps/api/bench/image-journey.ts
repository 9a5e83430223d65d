import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { PublicProperties } from '@curvewell/contracts';
import { allConfirmed, type CheckedDecision, type Run, type RunCheck } from '@curvewell/domain';

import { openDatabase, type Db } from '../src/database/db.ts';
import { seedDemoPeople } from '../src/standalone/demo/index.ts';
import { startEmbeddedPostgres } from '../src/standalone/postgres.ts';
import { cfxFile, configuration } from '../test/run-factory.ts';
import { TEST_PASSWORD } from '../test/sign-in.ts';
import type { BenchIssuer } from './bench-issuer.ts';
import { TEST_COMMIT } from './image-build.ts';

/** A machine that builds is busy at first: the product refuses, and the request is repeated. */
const BUSY_MS = 120_000;
const BUSY_PAUSE_MS = 5_000;

export interface ImageServices {
  readonly db: Db;
  readonly settings: Readonly<Record<string, string>>;
  /** To be called once the tables exist. */
  readonly addPeople: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A PostgreSQL without tables. */
export async function prepareServices(): Promise<ImageServices> {
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-image-'));
  // The account of the database server must be able to traverse the folder.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDirectory: path.join(folder, 'postgres') });
  const db = openDatabase(postgres.url);
  return {
    db,
    settings: {
      DATABASE_URL: postgres.url,
      SIGNING_KEY: Buffer.alloc(32, 1).toString('base64'),
    },
    addPeople: () => seedDemoPeople(db, TEST_PASSWORD),
    close: async () => {
      await db.$disconnect();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Journey {
  readonly db: Db;
  readonly address: string;
  readonly tokenFor: BenchIssuer['tokenFor'];
}

/**
 * Import, configuration, interpretation, submission, approval, report and page. @returns the output of each
 * step
 */
export async function takeRunToReport({ db, address, tokenFor }: Journey): Promise<string> {
  const deadline = Date.now() + BUSY_MS;
  const ask = async (login: string, method: string, route: string, body?: unknown): Promise<Response> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${address}${route}`, {
      method,
      headers: {
        authorization: `Bearer ${await tokenFor(db, login)}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (answer.status === 429 && Date.now() < deadline) {
      await sleep(BUSY_PAUSE_MS);
      return ask(login, method, route, body);
    }
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const answers = async (login: string, { id }: Run, decision: CheckedDecision) => {
    const response = await ask(login, 'GET', `/api/run/${id}/check?decision=${decision}`);
    const check = (await response.json()) as RunCheck;
    return { shown: check.digest, ...allConfirmed(check) };
  };

  const analyser = await db.analyser.findUniqueOrThrow({ where: { name: 'Bio-Rad CFX96' } });
  const { name, bytes } = await cfxFile();
  const form = new FormData();
  form.append('analyser', JSON.stringify({ id: analyser.id }));
  form.append('files', new Blob([new Uint8Array(bytes)]), name);
  const run = (await (await ask('tech', 'POST', '/api/run/createRun', form)).json()) as Run;
  const ofRun = `/api/run/${run.id}`;
  await ask('tech', 'PUT', ofRun, await configuration(db, run));
  await ask('tech', 'POST', `${ofRun}/interpret`);
  await ask('tech', 'PUT', `${ofRun}/submit`, await answers('tech', run, 'submit'));
  const approval = await answers('physician', run, 'approve');
  await ask('physician', 'PUT', `${ofRun}/status?status=APPROVED`, approval);
  const sizes: string[] = [];
  const exported = `/api/run/export/${run.id}`;
  for (const [to, formats] of [
    ['', ['PDF', 'XLSX', 'CSV']],
    ['/results', ['LIS_CSV', 'FHIR', 'RDML']],
  ] as const) {
    for (const format of formats) {
      const file = await (await ask('physician', 'POST', `${exported}${to}`, { format })).arrayBuffer();
      sizes.push(`${format} ${file.byteLength} bytes`);
    }
  }
  const properties = (await (await ask('tech', 'GET', '/api/public-properties')).json()) as PublicProperties;
  if (!TEST_COMMIT.startsWith(properties.product.commit ?? 'none'))
    throw new Error('It does not name its commit.');
  const page = await (await fetch(address, { headers: { accept: 'text/html' } })).text();
  if (!page.includes('<div id="root">')) throw new Error('The page is missing.');
  return `A run was imported, interpreted and approved: ${sizes.join(', ')}.`;
}
