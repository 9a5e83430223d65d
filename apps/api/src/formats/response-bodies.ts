import type { Readable } from 'node:stream';

/** A file as an answer. */
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

/** JSON that holds what its call declares by the way it was made, and is not checked again. */
export class PreparedJson {
  readonly text: string | Buffer;

  constructor(text: string | Buffer) {
    this.text = text;
  }
}

/** Compressed JSON that never changes: a client that has it already gets 304. */
export class KeptJson {
  /** Names this form of the answer and no other, for as long as it is kept. */
  readonly tag: string;
  /** The JSON in gzip. */
  readonly read: () => Promise<Uint8Array>;

  constructor({ tag, read }: KeptJson) {
    this.tag = tag;
    this.read = read;
  }
}

/** Server-sent events: an answer that goes on. */
export class EventStream {
  readonly events: Readable;

  constructor(events: Readable) {
    this.events = events;
  }
}
