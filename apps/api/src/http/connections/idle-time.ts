import { IDLE_HEADER } from '@curvewell/contracts';
import type { FastifyRequest } from 'fastify';

const DAY_S = 24 * 3600;
/** A stream continues without intervention: nobody has done anything for it. */
const STREAM = '/api/events';

/** How long ago the person behind a request did something, as the page reports it; null: the request does not contain it. */
export function idleMs({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): number | null {
  if (url.split('?', 1)[0] === STREAM) return null;
  const seconds = Number(headers[IDLE_HEADER] ?? 0);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), DAY_S) * 1000 : 0;
}
