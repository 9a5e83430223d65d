import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

import pg from 'pg';

import type { Config } from '../settings/config.ts';
import { reportOf, RETRY_AFTER_S, type HealthPart } from '../http/health/health.ts';
import { refuseTakenPort } from '../http/connections/taken-port.ts';
import { progressOf, WORKING_SESSION, type WorkingSession } from './working-session.ts';

const LOOK_EVERY_MS = 1_000;
const ANSWER_MS = 2_000;

/**
 * Answers health checks while the database is prepared, which may take long: alive, with the progress of the
 * upgrade.
 *
 * @returns closes the server, so that the address is free
 */
export async function serveUpgradeHealth({
  host,
  port,
  databaseUrl,
}: Pick<Config, 'host' | 'port'> & { readonly databaseUrl: string }): Promise<() => Promise<void>> {
  const look = throttled(() => workingSession(databaseUrl));
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    if (path === '/health/live') answer(response, 200, { status: 'live' });
    else if (path === '/health/ready')
      void look()
        .then(ready)
        .then((report) => answer(response, 503, report));
    else answer(response, 503, { status: 'not ready' });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  }).catch(refuseTakenPort(port));
  let closed: Promise<unknown> | null = null;
  return async () => {
    closed ??= server.listening ? once(server.close(), 'close') : Promise.resolve();
    server.closeAllConnections();
    await closed;
  };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' };
  if (status === 503) response.setHeader('retry-after', RETRY_AFTER_S);
  response.writeHead(status, headers);
  response.end(JSON.stringify(body));
}

type Seen = { readonly progress: string } | null;

function ready(session: Seen): object {
  const database: HealthPart = {
    state: () => (session === null ? 'failed' : 'ok'),
    isRequired: true,
    ifAway: 'Nothing can be read or changed.',
  };
  return reportOf({ database, upgrade: upgradePart(() => session?.progress ?? 'begins', true) }).report;
}

/** Queries the database at most once a second. */
function throttled(look: () => Promise<Seen>): () => Promise<Seen> {
  let last: { readonly at: number; readonly seen: Promise<Seen> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at > LOOK_EVERY_MS) last = { at: now, seen: look() };
    return last.seen;
  };
}

/** @returns null: the database does not answer */
async function workingSession(connectionString: string): Promise<Seen> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<WorkingSession>(WORKING_SESSION);
    const [working] = rows;
    return { progress: working === undefined ? 'begins' : progressOf(working) };
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The upgrade as a part of readiness. @param progress null: none runs */
export const upgradePart = (progress: () => string | null, isRequired: boolean): HealthPart => ({
  state: () => (progress() === null ? 'not used' : isRequired ? 'failed' : 'ok'),
  isRequired,
  ifAway: 'This process begins its work when the database is upgraded.',
  progress,
});
