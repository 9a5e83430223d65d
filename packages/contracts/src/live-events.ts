import { type AuditAction, auditActionSchema, idSchema } from '@curvewell/domain';
import { z } from 'zod';

import { call, signedIn } from './call.ts';

/** Actions that do not change the run. */
const LEAVES_RUN_AS_IT_IS = [
  'run.download',
  'run.export',
  'run.move-bytes',
  'run.reindex',
  'run.seen',
] as const;

/** Changes of a run, by audit action. */
export const runChangeSchema = auditActionSchema
  .extract(auditActionSchema.options.filter((action) => action.startsWith('run.')) as RunAction[])
  .exclude(LEAVES_RUN_AS_IT_IS);
type RunAction = Extract<AuditAction, `run.${string}`>;
export type RunChange = z.infer<typeof runChangeSchema>;

/**
 * A message of the stream. It names the change and the run, but no content: clients request the run and get
 * what they may see.
 */
export const liveEventSchema = z.discriminatedUnion('kind', [
  /** From now on no event is missed; earlier ones may have been. */
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('run'),
    runId: idSchema,
    change: runChangeSchema,
    /** Whether the listener made the change. */
    own: z.boolean(),
  }),
  /** The laboratory's rules or name changed. */
  z.object({ kind: z.literal('laboratory') }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** Maximum interval between messages; a stream that is silent for several intervals is dead. */
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
