import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { systemClock } from '../src/clock.ts';
import { openDatabase } from '../src/database/db.ts';
import { createActor } from '../src/features/identity/index.ts';
import { interpretRun, startAnalysisWorkers } from '../src/features/interpretation/index.ts';
import { importRun, updateRun } from '../src/features/runs/index.ts';
import { cfxFile, configuration } from './run-factory.ts';

/** Imports, configures and interprets runs until it is killed. Prints `working` before each. */
const [databaseUrl = ''] = process.argv.slice(2);
const db = openDatabase(databaseUrl);
const dependencies = { db, clock: systemClock, analysisWorkers: startAnalysisWorkers() };

const user = await db.appUser.findUniqueOrThrow({ where: { login: 'tech' }, include: { laboratory: true } });
if (user.laboratory === null) throw new Error('the technician has a laboratory');
const actor = { ...createActor(user, []), laboratory: user.laboratory, requestId: 'crash' };
const { id: analyserId } = await db.analyser.findUniqueOrThrow({ where: { name: 'Bio-Rad CFX96' } });

const { name, bytes } = await cfxFile();
const file = path.join(await mkdtemp(path.join(tmpdir(), 'curvewell-crash-')), 'run.xlsx');
await writeFile(file, bytes);
const sha256 = createHash('sha256').update(bytes).digest('hex');

for (;;) {
  process.stdout.write('working\n');
  const run = await importRun(dependencies, actor, {
    analyserId,
    files: [{ path: file, name, size: bytes.length, sha256 }],
  });
  await updateRun(dependencies, actor, { runId: run.id, body: await configuration(db, run) });
  await interpretRun(dependencies, actor, { runId: run.id });
}
