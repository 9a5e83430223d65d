import { openBenchApp } from './bench-app.ts';
import type { BenchDatabase } from './bench-database.ts';
import type { BareRoute } from './bare-work.ts';
import { recordStatements, type Statement } from './recorded.ts';

/** Longer than the measurement, so that each caller is read from the database only once. */
const REMEMBERED_MS = 3_600_000;
const SENT_HEADERS = ['content-type', 'content-encoding', 'cache-control', 'etag', 'vary'];

/** Records how the API answers each path, and derives the same work for a bare server. */
export async function bareRoutes(
  { url }: Pick<BenchDatabase, 'url'>,
  paths: readonly string[],
): Promise<BareRoute[]> {
  const { app, tokenFor, close } = await openBenchApp({ url, cacheMs: REMEMBERED_MS });
  const headers = { authorization: `Bearer ${await tokenFor('tech')}`, 'accept-encoding': 'gzip' };
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
    await close();
  }
}

function distinct(statements: readonly Statement[]): Statement[] {
  return [...new Map(statements.map((statement) => [statement.text, statement])).values()];
}
