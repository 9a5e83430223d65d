import { runChangeSchema, type RunChange } from '@curvewell/contracts';
import { auditActionSchema } from '@curvewell/domain';
import pg from 'pg';
import { z } from 'zod';

/** A change of a run, from any process. */
export interface RunEvent {
  readonly kind: 'run';
  readonly laboratoryId: string;
  /** Null: the product itself. */
  readonly actorId: string | null;
  readonly runId: string;
  readonly change: RunChange;
}

/** A change of a laboratory's settings. */
interface LaboratoryEvent {
  readonly kind: 'laboratory';
  readonly laboratoryId: string;
}

/** `listening`: from now on no event is missed. */
type SourceEvent = RunEvent | LaboratoryEvent | 'listening';
type Listener = (event: SourceEvent) => void;

export interface EventSource {
  /** @returns unsubscribes */
  subscribe(listener: Listener): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'run_event';
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 15_000;
/** Detects a connection that a firewall has dropped silently. */
const PING_MS = 15_000;
const ANSWER_TIMEOUT_MS = 5_000;

/** Validated, because every client of the database can send on the channel. */
const payloadSchema = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('expected JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z.object({
      laboratoryId: z.string(),
      actorId: z.string().nullable(),
      runId: z.string(),
      action: z.string(),
    }),
  );

/**
 * Listens for the database's notifications, which are sent when a transaction that changes a run is
 * committed, on a dedicated connection. Every process thus receives the events of all. A lost connection is
 * restored, and listeners are notified that they may have missed events.
 */
export function openEventSource(databaseUrl: string): EventSource {
  const listeners = new Set<Listener>();
  let client: pg.Client | null = null;
  let isListening = false;
  let isClosed = false;
  let retryMs = FIRST_RETRY_MS;
  let timer: NodeJS.Timeout | undefined;

  const notify = (event: SourceEvent) => {
    for (const listener of [...listeners]) listener(event);
  };

  const lose = (lost: pg.Client) => {
    if (client !== lost) return;
    client = null;
    isListening = false;
    clearTimeout(timer);
    lost.end().catch(() => undefined);
    if (isClosed) return;
    timer = setTimeout(() => void connect(), retryMs);
    retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
  };

  const ping = (pinged: pg.Client) => {
    timer = setTimeout(() => {
      pinged.query('SELECT 1').then(
        () => {
          if (client === pinged) ping(pinged);
        },
        () => {
          lose(pinged);
        },
      );
    }, PING_MS);
  };

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      // Shown to database administrators.
      application_name: 'curvewell events',
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
    });
    client = next;
    next.on('error', () => {
      lose(next);
    });
    next.on('end', () => {
      lose(next);
    });
    next.on('notification', ({ payload }) => {
      const event = eventOf(payload);
      if (event !== null) notify(event);
    });
    try {
      await next.connect();
      await next.query(`LISTEN ${CHANNEL}`);
    } catch {
      lose(next);
      return;
    }
    // The connection was closed or lost during the query.
    if (client !== next) return;
    isListening = true;
    retryMs = FIRST_RETRY_MS;
    ping(next);
    notify('listening');
  }

  void connect();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      if (isListening) listener('listening');
      return () => listeners.delete(listener);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
}

/** Null: an event without listeners, such as an export. */
function eventOf(payload: string | undefined): SourceEvent | null {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return null;
  const { action, runId, laboratoryId, actorId } = parsed.data;
  if (action === 'laboratory.update') return { kind: 'laboratory', laboratoryId };
  const change = runChangeSchema.safeParse(action);
  if (change.success) return { kind: 'run', laboratoryId, actorId, runId, change: change.data };
  // An unknown action of another version of the program makes listeners reload everything.
  return auditActionSchema.safeParse(action).success ? null : 'listening';
}
