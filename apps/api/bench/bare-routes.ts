import { createApp } from '../src/app.ts';
import { systemClock } from '../src/clock.ts';
import { readConfig } from '../src/settings/config.ts';
import { openDatabase } from '../src/database/db.ts';
import { createActorResolver } from '../src/features/identity/index.ts';
import { startAnalysisWorkers } from '../src/features/interpretation/index.ts';
import { openEventSource } from '../src/features/live-events/index.ts';
import { outsideAccounts } from '../src/features/users/index.ts';
import { openAdvisoryLocks } from '../src/database/advisory-locks.ts';
import { openJobs } from '../src/jobs/jobs.ts';
import { publicProperties } from '../src/http/pages/public-properties.ts';
import { openTimeStamps } from '../src/signing/time-stamps.ts';
import { HeadFiles, NO_OUTSIDE_HEADS } from '../src/features/audit/index.ts';
import { createSecrets } from '../src/database/secrets.ts';
import { createSigner } from '../src/signing/signer.ts';
import { openWorkFolder } from '../src/process/work-folder.ts';
import { createTestIssuer } from '../test/sign-in.ts';
import type { BenchDatabase } from './bench-database.ts';
import type { BareRoute } from './bare-work.ts';
import { recordStatements, type Statement } from './recorded.ts';

/** Longer than the measurement, so that each caller is read from the database only once. */
const REMEMBERED_MS = 3_600_000;
const SENT_HEADERS = ['content-type', 'content-encoding', 'cache-control', 'etag', 'vary'];

/** Records how the API answers each path, and derives the same work for a bare server. */
export async function bareRoutes(
  { url, folder }: Pick<BenchDatabase, 'url' | 'folder'>,
  paths: readonly string[],
): Promise<BareRoute[]> {
  const db = openDatabase(url);
  const clock = systemClock;
  const issuer = await createTestIssuer();
  const actors = createActorResolver({
    db,
    clock,
    isSessionLive: null,
    cacheMs: REMEMBERED_MS,
    rules: { ...issuer, clock },
  });
  const analysisWorkers = startAnalysisWorkers();
  const events = openEventSource(url);
  const jobs = openJobs({ databaseUrl: url, isWorker: false, onError: () => undefined });
  const workFolder = await openWorkFolder(folder);
  const app = await createApp(
    {
      backgroundProgress: () => Promise.resolve(null),
      db,
      clock,
      analysisWorkers,
      events,
      workFolder,
      jobs,
      locks: openAdvisoryLocks(url),
      secrets: createSecrets([]),
      allowsFileServer: () => false,
      outsideHeads: NO_OUTSIDE_HEADS,
      timeStamps: await openTimeStamps({ url: null, login: null, caFile: null }),
      signer: createSigner(Buffer.alloc(32)),
      houseCertificate: null,
      headFiles: new HeadFiles(''),
      publicProperties: publicProperties(readConfig({})),
      identityAdmin: outsideAccounts,
      resolveActor: (token, request) => actors.resolve(token, request.ip),
    },
    { version: '0.0.0-bench' },
  );
  const headers = { authorization: `Bearer ${await issuer.tokenFor(db, 'tech')}`, 'accept-encoding': 'gzip' };
  const ask = (path: string) => app.inject({ url: path, headers });
  const readsOfCaller = distinct(await recordStatements(() => ask('/api/me'))).filter(({ text }) =>
    /FROM "public"\."(app_user|laboratory)"/.test(text),
  );
  try {
    const routes = [];
    for (const path of paths) {
      const answers: Awaited<ReturnType<typeof ask>>[] = [];
      const statements = await recordStatements(async () => answers.push(await ask(path)));
      const [answer] = answers;
      if (answer === undefined) throw new Error('it was asked');
      routes.push({
        path,
        // Only `/me` reads data about the caller.
        statements: path === '/api/me' ? readsOfCaller : statements,
        answer: {
          status: answer.statusCode,
          headers: Object.fromEntries(
            SENT_HEADERS.flatMap((name) =>
              answer.headers[name] === undefined ? [] : [[name, String(answer.headers[name])]],
            ),
          ),
          body: answer.rawPayload,
        },
      });
    }
    return routes;
  } finally {
    await app.close();
    await events.close();
    await workFolder.close();
    await analysisWorkers.close();
    await db.$disconnect();
  }
}

function distinct(statements: readonly Statement[]): Statement[] {
  return [...new Map(statements.map((statement) => [statement.text, statement])).values()];
}
