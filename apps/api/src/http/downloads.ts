import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { sendJson, takesGzip } from './send-json.ts';

const unzip = promisify(gunzip);

/** A file as an answer. */
export class FileDownload {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer | Readable;

  constructor({ name, mediaType, content }: Pick<FileDownload, 'name' | 'mediaType' | 'content'>) {
    this.name = name;
    this.mediaType = mediaType;
    this.content = content;
  }

  send(reply: FastifyReply): FastifyReply {
    return reply
      .header('content-type', this.mediaType)
      .header('content-disposition', contentDisposition(this.name))
      .send(counted(this.content, reply.request));
  }
}

/** Notes how long an answer is. */
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

/** JSON that holds what its call declares by the way it was made, and is not checked again. */
export class PreparedJson {
  readonly text: string | Buffer;

  constructor(text: string | Buffer) {
    this.text = text;
  }

  send(reply: FastifyReply): Promise<FastifyReply> {
    return sendJson(reply, this.text);
  }
}

interface Kept {
  /** Names this form of the answer and no other, for as long as it is kept. */
  readonly tag: string;
  /** The JSON in gzip. */
  readonly read: () => Promise<Uint8Array>;
}

/** JSON that is kept compressed and never changes: whoever has it already is only told so. */
export class KeptJson {
  readonly tag: string;
  readonly read: Kept['read'];

  constructor({ tag, read }: Kept) {
    this.tag = tag;
    this.read = read;
  }

  async send(reply: FastifyReply): Promise<FastifyReply> {
    // Weak, since it stands for the JSON, compressed or not.
    const etag = `W/"${this.tag}"`;
    const { 'if-none-match': known } = reply.request.headers;
    reply.headers({
      etag,
      // To be asked for each time: who may see it is not known to a cache.
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding',
    });
    if (known?.split(',').some((one) => one.trim() === etag) === true) return reply.status(304).send();
    const gzip = await this.read();
    reply.header('content-type', 'application/json; charset=utf-8');
    if (!takesGzip(reply)) return reply.send(await unzip(gzip));
    return reply
      .header('content-encoding', 'gzip')
      .send(Buffer.from(gzip.buffer, gzip.byteOffset, gzip.length));
  }
}

/** Server-sent events: an answer that goes on. */
export class EventStream {
  readonly events: Readable;

  constructor(events: Readable) {
    this.events = events;
  }

  send(reply: FastifyReply): FastifyReply {
    return (
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        // Proxies that collect answers before they pass them on.
        .header('x-accel-buffering', 'no')
        // A connection kept for later would hold up a server that stops.
        .header('connection', 'close')
        .send(this.events)
    );
  }
}
