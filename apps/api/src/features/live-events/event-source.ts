import { runChangeSchema, type RunChange } from '@curvewell/contracts';
import { auditActionSchema } from '@curvewell/domain';
import pg from 'pg';
import { z } from 'zod';

/** A change of a run, from any process. */
export interface RunEvent {
  readonly kind: 'run';
  /** Null: the product itself. */
  readonly actorId: string | null;
  readonly runId: string;
  readonly change: RunChange;
}

/** `laboratory`: its settings have changed; `listening`: from now on no event is missed. */
type SourceEvent = RunEvent | { readonly kind: 'laboratory' } | 'listening';
type Listener = (event: SourceEvent) => void;

export interface EventSource {
  /** Listens to the events of one laboratory. @returns unsubscribes */
  subscribe(laboratoryId: string, listener: Listener): () => void;
  close(): Promise<void>;
}

/** As the function `audit_append` names it. */
const channelOf = (laboratoryId: string): string => `events_${laboratoryId.replaceAll('-', '')}`;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 15_000;
/** Detects a connection that a firewall has dropped silently. */
const PING_MS = 15_000;
const ANSWER_TIMEOUT_MS = 5_000;

/** Actor, run or laboratory, and action of each entry. Validated, because every client of the database can send on a channel. */
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
  .pipe(z.array(z.tuple([z.string().nullable(), z.string(), z.string()])));

/**
 * Listens for the database's notifications, one for each laboratory in each transaction that changes its runs, on a
 * dedicated connection. Every process thus receives the events of all, of the laboratories that somebody listens to here. A
 * lost connection is restored, and listeners are notified that they may have missed events.
 */
export function openEventSource(databaseUrl: string): EventSource {
  const listeners = new Map<string, Set<Listener>>();
  let client: pg.Client | null = null;
  /** Executes statements of the present connection one after another; null: not connected. */
  let query: ((sql: string) => Promise<unknown>) | null = null;
  let isClosed = false;
  let retryMs = FIRST_RETRY_MS;
  let timer: NodeJS.Timeout | undefined;

  const lose = (lost: pg.Client) => {
    if (client !== lost) return;
    client = null;
    query = null;
    clearTimeout(timer);
    lost.end().catch(() => undefined);
    if (isClosed) return;
    timer = setTimeout(() => void connect(), retryMs);
    retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
  };

  /** Nothing is executed without a connection. A failed statement ends it. */
  const execute = async (sql: string): Promise<boolean> => {
    const [asked, on] = [client, query];
    if (asked === null || on === null) return false;
    try {
      await on(sql);
    } catch {
      lose(asked);
    }
    return client === asked;
  };

  const listen = async (laboratoryId: string, added: readonly Listener[]) => {
    if (!(await execute(`LISTEN ${channelOf(laboratoryId)}`))) return;
    for (const listener of added)
      if (listeners.get(laboratoryId)?.has(listener) === true) listener('listening');
  };

  const ping = () => {
    timer = setTimeout(() => {
      void execute('SELECT 1').then((isConnected) => {
        if (isConnected) ping();
      });
    }, PING_MS);
  };

  const hear = ({ channel, payload }: pg.Notification) => {
    for (const [laboratoryId, ofLaboratory] of listeners)
      if (channel === channelOf(laboratoryId))
        for (const event of eventsOf(payload)) for (const listener of [...ofLaboratory]) listener(event);
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
    next.on('error', () => lose(next));
    next.on('end', () => lose(next));
    next.on('notification', hear);
    try {
      await next.connect();
    } catch {
      lose(next);
      return;
    }
    // The connection was closed or lost meanwhile.
    if (client !== next) return;
    query = inTurn(next);
    retryMs = FIRST_RETRY_MS;
    ping();
    for (const [laboratoryId, ofLaboratory] of listeners) void listen(laboratoryId, [...ofLaboratory]);
  }

  void connect();
  return {
    subscribe: (laboratoryId, listener) => {
      const ofLaboratory = listeners.get(laboratoryId) ?? new Set<Listener>();
      listeners.set(laboratoryId, ofLaboratory.add(listener));
      void listen(laboratoryId, [listener]);
      return () => {
        if (!ofLaboratory.delete(listener) || ofLaboratory.size > 0) return;
        listeners.delete(laboratoryId);
        void execute(`UNLISTEN ${channelOf(laboratoryId)}`);
      };
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      query = null;
      await last?.end().catch(() => undefined);
    },
  };
}

/** A connection executes one statement at a time. */
function inTurn(client: pg.Client): (sql: string) => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return (sql) => {
    last = last.then(() => client.query(sql));
    return last;
  };
}

/** Without events of actions that no listener needs, such as an export. */
function eventsOf(payload: string | undefined): SourceEvent[] {
  // More entries than a notification holds: everything is loaded again.
  if (payload === '') return ['listening'];
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return [];
  return parsed.data.flatMap(([actorId, runId, action]): SourceEvent[] => {
    if (action === 'laboratory.update') return [{ kind: 'laboratory' }];
    const change = runChangeSchema.safeParse(action);
    if (change.success) return [{ kind: 'run', actorId, runId, change: change.data }];
    // An unknown action of another version of the program makes listeners reload everything.
    return auditActionSchema.safeParse(action).success ? [] : ['listening'];
  });
}
