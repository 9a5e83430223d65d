import { once } from 'node:events';

import { systemClock } from '../src/clock.ts';
import { openDatabase } from '../src/database/db.ts';
import { createActor } from '../src/features/identity/index.ts';
import { interpretRun, startAnalysisWorkers } from '../src/features/interpretation/index.ts';

/** Interprets a run, prints `computing` during the computation, and hangs there until it is killed. */
const [databaseUrl = '', runId = ''] = process.argv.slice(2);
const db = openDatabase(databaseUrl);
const user = await db.appUser.findUniqueOrThrow({ where: { login: 'tech' }, include: { laboratory: true } });
if (user.laboratory === null) throw new Error('the technician has a laboratory');
const actor = { ...createActor(user, []), laboratory: user.laboratory, requestId: 'killed' };

await interpretRun(
  {
    db,
    clock: systemClock,
    analysisWorkers: {
      ...startAnalysisWorkers(),
      interpretPlate: async () => {
        process.stdout.write('computing\n');
        await once(process, 'never');
        throw new Error('nothing ends this');
      },
    },
  },
  actor,
  { runId },
);
