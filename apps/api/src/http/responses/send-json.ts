import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';

import type { FastifyReply } from 'fastify';

const compressed = promisify(gzip);

/** Less than this fits into one packet as it is. */
const COMPRESSED_FROM_BYTES = 1024;
/**
 * Up to this, compressing holds up everybody else for 4 ms at most. Handing it to another thread takes three times the
 * processor time: 1.5 ms instead of 0.5 for a run of 96 wells (135 kB).
 */
const COMPRESSED_HERE_BYTES = 1024 * 1024;
/** Half of the processor time of the usual level, for 8 % more bytes of a run of 96 wells (11.9 kB instead of 11.0). */
const LEVEL = { level: 3 } as const;

/**
 * Sends JSON, compressed in one piece where the caller takes that: the streams with which answers
 * of unknown length are compressed cost more than a list's statement.
 */
export async function sendJson(reply: FastifyReply, json: string | Buffer): Promise<FastifyReply> {
  void reply.header('content-type', 'application/json; charset=utf-8');
  reply.request.answerBytes = json.length;
  if (json.length < COMPRESSED_FROM_BYTES) return reply.send(json);
  void reply.header('vary', 'accept-encoding');
  if (!acceptsGzip(reply)) return reply.send(json);
  const isShort = json.length < COMPRESSED_HERE_BYTES;
  const body = isShort ? gzipSync(json, LEVEL) : await compressed(json, LEVEL);
  return reply.header('content-encoding', 'gzip').send(body);
}

/** Whether the caller takes an answer in gzip. */
export function acceptsGzip({ request }: FastifyReply): boolean {
  const { 'accept-encoding': accepted = '' } = request.headers;
  return /\bgzip\b(?! *; *q=0(\.0*)?(,|$))/.test(accepted);
}
