import type { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';

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
      .send(this.content);
  }
}

/** JSON that was written off the event loop, already checked where it was made. */
export class PreparedJson {
  readonly text: Uint8Array;

  constructor(text: Uint8Array) {
    this.text = text;
  }

  send(reply: FastifyReply): FastifyReply {
    return reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(this.text));
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

/** RFC 6266: a plain name for old clients, the real one in UTF-8. */
function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
