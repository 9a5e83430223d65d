import type { Readable } from 'node:stream';

export class FileDownload {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer | Readable;

  constructor({ name, mediaType, content }: FileDownload) {
    this.name = name;
    this.mediaType = mediaType;
    this.content = content;
  }
}

/** JSON that is known to match its declaration and is not validated again. */
export class PreparedJson {
  readonly text: string | Buffer;

  constructor(text: string | Buffer) {
    this.text = text;
  }
}

/** Compressed JSON that never changes; a client with a current copy gets 304. */
export class KeptJson {
  /** The ETag, unique to this content. */
  readonly tag: string;
  /** The gzipped JSON. */
  readonly read: () => Promise<Uint8Array>;

  constructor({ tag, read }: KeptJson) {
    this.tag = tag;
    this.read = read;
  }
}

export class EventStream {
  readonly events: Readable;

  constructor(events: Readable) {
    this.events = events;
  }
}
