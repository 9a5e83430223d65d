import { type AuditAction, auditActionSchema, idSchema } from '@curvewell/domain';
import { z } from 'zod';

import { call, signedIn } from './call.ts';

/** Nothing about the run changes by it. */
const LEAVES_RUN_AS_IT_IS = ['run.download', 'run.export', 'run.reindex', 'run.seen'] as const;

/** What may have happened to a run, as the audit trail names it. */
export const runChangeSchema = auditActionSchema
  .extract(auditActionSchema.options.filter((action) => action.startsWith('run.')) as RunAction[])
  .exclude(LEAVES_RUN_AS_IT_IS);
type RunAction = Extract<AuditAction, `run.${string}`>;
export type RunChange = z.infer<typeof runChangeSchema>;

/**
 * One message of the stream. It names what happened and to which run, never what is in it:
 * who wants to know asks for the run, and is answered what they may see.
 */
export const liveEventSchema = z.discriminatedUnion('kind', [
  /** From now on nothing is missed; what happened before may have been. */
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('run'),
    runId: idSchema,
    change: runChangeSchema,
    /** The listener did it. */
    own: z.boolean(),
  }),
  /** What the laboratory asks for, or what it is called, is another. */
  z.object({ kind: z.literal('laboratory') }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** Something is sent at least this often; a stream that is silent for several times as long is dead. */
export const LIVE_BEAT_MS = 5_000;

export const liveEventCalls = {
  stream: call({
    id: 'API-91',
    summary: 'Follow the events of the laboratory and its runs as server-sent events',
    method: 'GET',
    path: '/events',
    access: signedIn,
    scope: 'laboratory',
    answer: liveEventSchema,
    file: { mediaTypes: ['text/event-stream'] },
    errors: ['too-many-requests'],
  }),
};
