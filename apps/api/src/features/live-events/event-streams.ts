import type { LiveEvent } from '@curvewell/contracts';
import { PassThrough, type Readable } from 'node:stream';

import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import type { EventSource } from './event-source.ts';

/** Browsers and devices of one user; tabs of a browser share a stream. */
const MAX_STREAMS_OF_A_USER = 6;
/** A client that reads more slowly than this must open a new stream. */
const MAX_UNREAD_BYTES = 64 * 1024;
/**
 * Interval of authorisation checks. With the actor cache of 2 s a change takes effect within 5 s. Each check
 * sends a heartbeat, twice as often as `LIVE_BEAT_MS` requires.
 */
const ASK_AGAIN_MS = 2_500;

interface StreamRequest {
  readonly actor: LaboratoryCaller;
  /** Resolves the caller again. @throws when they may no longer listen */
  readonly authorizeAgain: () => Promise<LaboratoryCaller>;
}

export interface EventStreams {
  /** @throws AppError `too-many-requests` */
  open(request: StreamRequest): Readable;
  /** Ends all streams when the server stops. */
  endAll(): void;
}

/** The event streams of this process. Each receives the events of its laboratory only. */
export function createEventStreams(source: EventSource): EventStreams {
  const open = new Map<PassThrough, string>();
  let isStopping = false;
  return {
    open: ({ actor, authorizeAgain }) => {
      const ofUser = [...open.values()].filter((userId) => userId === actor.userId).length;
      if (ofUser >= MAX_STREAMS_OF_A_USER) {
        throw new AppError('too-many-requests', 'The run list is open in too many browser windows.');
      }
      const stream = new PassThrough();
      open.set(stream, actor.userId);
      const write = (text: string) => {
        if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy();
        else if (!stream.writableEnded) stream.write(text);
      };
      const send = (event: LiveEvent) => write(`data: ${JSON.stringify(event)}\n\n`);
      // A comment starts the response before the first event.
      write(':\n\n');
      const unsubscribe = source.subscribe(actor.laboratory.id, (event) => {
        if (event === 'listening') send({ kind: 'ready' });
        else if (event.kind === 'laboratory') send({ kind: 'laboratory' });
        else {
          const { runId, change, actorId } = event;
          send({ kind: 'run', runId, change, own: actorId === actor.userId });
        }
      });
      const beat = setInterval(() => {
        authorizeAgain().then(
          ({ laboratory }) => {
            if (laboratory.id === actor.laboratory.id) write(':\n\n');
            else stream.end();
          },
          () => {
            stream.end();
          },
        );
      }, ASK_AGAIN_MS);
      stream.on('close', () => {
        clearInterval(beat);
        unsubscribe();
        open.delete(stream);
      });
      if (isStopping) stream.end();
      return stream;
    },
    endAll: () => {
      isStopping = true;
      for (const stream of open.keys()) stream.end();
    },
  };
}
