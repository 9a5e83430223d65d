import { IDLE_HEADER } from '@curvewell/contracts';
import type { FastifyRequest } from 'fastify';

const DAY_S = 24 * 3600;
/** A stream is no activity of the user. */
const STREAM = '/api/events';

/** Time since the user's last input, as reported by the page; null: not reported. */
export function idleMs({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): number | null {
  if (url.split('?', 1)[0] === STREAM) return null;
  const seconds = Number(headers[IDLE_HEADER] ?? 0);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), DAY_S) * 1000 : 0;
}
