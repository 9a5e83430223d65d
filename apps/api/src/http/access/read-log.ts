import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Caller } from '../../actor.ts';

const HOUR_MS = 3_600_000;
/** The number of remembered entries that are already written. */
const REMEMBERED = 20_000;
const LONGEST_SUBJECT = 200;

const paramsSchema = z.object({ runId: z.uuid() });
const searchSchema = z.object({ search: z.string() });
const criteriaSchema = z.object({ searchCriteria: z.array(z.object({ value: z.unknown() })) });

/**
 * Records who opened which run, chart, history or record, and who searched or exported a list: once for each
 * user, session and subject. Written after the response, without delaying it.
 */
export function logReading(app: FastifyInstance): void {
  const written = new Set<string>();
  app.addHook('onResponse', async (request, { statusCode }) => {
    const { caller } = request;
    const what = request.routeOptions.config.call?.reads ?? null;
    if (what === null || caller === null || statusCode >= 400) return;
    const { laboratory } = caller;
    const subject = subjectOf(request);
    if (laboratory === null || subject === null) return;
    const now = app.clock.now();
    const session = sessionOf(caller, now);
    const key = `${caller.userId} ${session} ${what} ${subject}`;
    if (written.has(key)) return;
    if (written.size >= REMEMBERED) written.clear();
    written.add(key);
    const runId = paramsSchema.safeParse(request.params).data?.runId ?? null;
    const row = {
      laboratoryId: laboratory.id,
      userId: caller.userId,
      userName: caller.name,
      session: hashOf(session),
      what,
      subject,
      runId,
      at: now,
      address: request.ip,
    };
    try {
      await app.db.readLog.createMany({ data: row, skipDuplicates: true });
    } catch (error) {
      written.delete(key);
      request.log.error({ err: error }, 'a view could not be written to the view log');
    }
  });
}

/** The run, or the search text; null: a list without search. */
function subjectOf({ params, query, body, routeOptions }: FastifyRequest): string | null {
  const run = paramsSchema.safeParse(params);
  if (run.success) return run.data.runId;
  const { search = '' } = searchSchema.safeParse(query).data ?? {};
  const { searchCriteria = [] } = criteriaSchema.safeParse(body).data ?? {};
  const searched = [search, ...searchCriteria.map(({ value }) => asText(value))].join(' ').trim();
  if (searched !== '') return searched.slice(0, LONGEST_SUBJECT);
  const { call } = routeOptions.config;
  return call?.reads === 'list-export' ? call.path : null;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** For a token without a session: the hour. */
const sessionOf = ({ sessionId, userId }: Caller, now: Date): string =>
  sessionId ?? `${userId} ${Math.floor(now.getTime() / HOUR_MS)}`;

const hashOf = (session: string): string =>
  createHash('sha256').update(session).digest('base64url').slice(0, 32);
