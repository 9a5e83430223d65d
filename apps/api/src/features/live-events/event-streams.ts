import type { LiveEvent } from '@curvewell/contracts';
import { PassThrough, type Readable } from 'node:stream';

import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import type { EventSource } from './event-source.ts';

/** One person's browsers and devices; a browser shares one among its tabs. */
const MAX_STREAMS_OF_A_USER = 6;
/** Anyone who reads so slowly is better off with a new stream. */
const MAX_UNREAD_BYTES = 64 * 1024;
/**
 * So often it is asked again who listens. Who that is may be remembered for 2 s from an earlier
 * request: together a change counts within 5 s. Each answer is a beat, twice as often as `LIVE_BEAT_MS` asks.
 */
const ASK_AGAIN_MS = 2_500;

interface StreamRequest {
  readonly actor: LaboratoryCaller;
  /** Who the caller is now. @throws when they may no longer listen */
  readonly authorizeAgain: () => Promise<LaboratoryCaller>;
}

export interface EventStreams {
  /** @throws AppError `too-many-requests` */
  open(request: StreamRequest): Readable;
  /** Ends all of them: the server stops. */
  endAll(): void;
}

/** The streams of this process: each hears of its own laboratory alone. */
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
      const send = (event: LiveEvent) => {
        write(`data: ${JSON.stringify(event)}\n\n`);
      };
      // A comment is sent at once, so that the response begins before anything happens.
      write(':\n\n');
      const unsubscribe = source.subscribe((event) => {
        if (event === 'listening') send({ kind: 'ready' });
        else if (event.laboratoryId !== actor.laboratory.id) return;
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
