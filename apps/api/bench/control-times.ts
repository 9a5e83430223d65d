/** `pnpm bench:controls`: response times of controls over 10,000 runs, compared with the same SQL alone. */
import { fileURLToPath } from 'node:url';

import { controlCalls, type ControlScope } from '@curvewell/contracts';
import pg from 'pg';

import { openDatabase, type Db } from '../src/database/db.ts';
import { outOfRange } from '../src/features/controls/index.ts';
import { readNegatives } from '../src/features/controls/read/read-negatives.ts';
import { readOverview } from '../src/features/controls/read/read-overview.ts';
import { readSeries } from '../src/features/controls/read/read-series.ts';
import { createActor } from '../src/features/identity/index.ts';
import { startBenchDatabase } from './bench-database.ts';
import { addManyControls } from './many-controls.ts';
import { compareWithSql } from './recorded.ts';
import { print, printHead, printRow } from './table.ts';

const RUNS = 10_000;
const ROUNDS = 15;
const GOAL = 2;
const DAYS = 7;
const DAY_MS = 24 * 3600 * 1000;

async function controlTimes(): Promise<boolean> {
  const database = await startBenchDatabase();
  const run = await database.makeRun({ plateType: 'RECTANGULAR_96', isInterpreted: true });
  await addManyControls(database.db, run.id, RUNS);
  const db = openDatabase(database.url);
  const plain = new pg.Client({ connectionString: database.url, options: '-c timezone=UTC' });
  await plain.connect();
  const met: boolean[] = [];
  print(`\nControls of ${RUNS} runs, medians of ${ROUNDS} rounds in turn, ms:`);
  printHead();
  for (const { name, ask } of await questions(db)) {
    met.push(printRow({ name, ...(await compareWithSql(ask, { plain, rounds: ROUNDS })), goal: GOAL }));
  }
  await plain.end();
  await db.$disconnect();
  await database.close();
  return met.every(Boolean);
}

/** Each as the product answers it: read, evaluated, validated and written. */
async function questions(db: Db) {
  const user = await db.appUser.findUniqueOrThrow({
    where: { login: 'tech' },
    include: { laboratory: true },
  });
  if (user.laboratory === null) throw new Error('the technician has a laboratory');
  const actor = { ...createActor(user, []), laboratory: user.laboratory, requestId: 'bench' };
  const { kitId, reactionBufferId } = await db.controlSeries.findFirstOrThrow();
  const scope: ControlScope = { kitId, reactionBufferId, channel: 'FAM' };
  const control = { sampleType: 'POSITIVE_TEST', phase: 'ANNEAL', zone: 'B', measure: 'tm' } as const;
  const { overview, series, negatives } = controlCalls;
  const since = new Date(Date.now() - DAYS * DAY_MS);
  return [
    {
      name: 'overview',
      ask: async () =>
        JSON.stringify(overview.answer.parse(await readOverview({ db }, actor, { ...scope, measure: 'tm' }))),
    },
    {
      name: 'one control',
      ask: async () =>
        JSON.stringify(series.answer.parse(await readSeries({ db }, actor, { ...scope, ...control }))),
    },
    {
      name: 'negative controls',
      ask: async () => JSON.stringify(negatives.answer.parse(await readNegatives({ db }, actor, scope))),
    },
    { name: 'out of range', ask: async () => JSON.stringify(await outOfRange({ db }, actor, since)) },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await controlTimes()) ? 0 : 1);
