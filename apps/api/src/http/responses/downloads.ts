import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { EventStream, FileDownload, KeptJson } from '../../formats/response-bodies.ts';
import { acceptsGzip } from './send-json.ts';

const unzip = promisify(gunzip);

export function sendFile(reply: FastifyReply, { name, mediaType, content }: FileDownload): FastifyReply {
  return reply
    .header('content-type', mediaType)
    .header('content-disposition', contentDisposition(name))
    .send(counted(content, reply.request));
}

/** Counts the bytes of a response. */
function counted(content: Buffer | Readable, request: FastifyRequest): Buffer | Readable {
  if (content instanceof Readable)
    return Readable.from(countedChunks(content, request), { objectMode: false });
  request.answerBytes = content.length;
  return content;
}

async function* countedChunks(content: Readable, request: FastifyRequest) {
  for await (const chunk of content as AsyncIterable<Buffer | string>) {
    request.answerBytes += chunk.length;
    yield chunk;
  }
}

export async function sendKeptJson(reply: FastifyReply, { tag, read }: KeptJson): Promise<FastifyReply> {
  // Weak, because it stands for both the compressed and the plain JSON.
  const etag = `W/"${tag}"`;
  const { 'if-none-match': known } = reply.request.headers;
  reply.headers({
    etag,
    // Revalidated each time, because a cache does not check permissions.
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding',
  });
  if (known?.split(',').some((one) => one.trim() === etag) === true) return reply.status(304).send();
  const gzip = await read();
  reply.header('content-type', 'application/json; charset=utf-8');
  if (!acceptsGzip(reply)) return reply.send(await unzip(gzip));
  return reply
    .header('content-encoding', 'gzip')
    .send(Buffer.from(gzip.buffer, gzip.byteOffset, gzip.length));
}

export function sendEvents(reply: FastifyReply, { events }: EventStream): FastifyReply {
  return (
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      // Prevents proxies from buffering the response.
      .header('x-accel-buffering', 'no')
      // An idle connection would delay a stopping server.
      .header('connection', 'close')
      .send(events)
  );
}
