import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

import type { Meter } from '@opentelemetry/api';

import { readRows, type Db } from '../database/db.ts';
import { openedOf } from '../database/opened.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { QUEUES } from '../jobs/queues.ts';
import {
  changes,
  exchangeBegins,
  exchangeEnds,
  works,
  type Change,
  type Exchange,
  type Work,
} from './trace-channels.ts';

/** From a millisecond to the longest delivery. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const NANO = 1e-9;

/** Derives metrics from the product's trace channels and observable state. @returns stops */
export function followMetrics(meter: Meter, db: Db): () => void {
  const stops = [followWork(meter), followExchanges(meter), followChanges(meter), watchEventLoop(meter)];
  watchPool(meter, db);
  watchJobs(meter, db);
  watchProcess(meter);
  return () => {
    for (const stop of stops) stop();
  };
}

const duration = (meter: Meter, name: string, description: string) =>
  meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: SECONDS } });

function followWork(meter: Meter): () => void {
  const ofWork = duration(meter, 'curvewell.work.duration', 'Duration of work, by kind and outcome.');
  const ofStatement = duration(
    meter,
    'db.client.operation.duration',
    'Duration of SQL statements, including the wait for a connection.',
  );
  const began = new WeakMap<Work, number>();
  const end = (work: Work & { readonly error?: unknown }) => {
    const at = began.get(work);
    if (at === undefined) return;
    began.delete(work);
    const seconds = (performance.now() - at) / 1000;
    const outcome = work.error === undefined ? 'ok' : 'failed';
    if (work.kind === 'statement')
      ofStatement.record(seconds, { operation: work.name.split(' ', 1)[0] ?? '', outcome });
    else ofWork.record(seconds, { work: work.name, outcome });
  };
  const subscribers = {
    start: (work: Work) => {
      began.set(work, performance.now());
    },
    end: (work: Work & { readonly error?: unknown }) => {
      if (work.error !== undefined) end(work);
    },
    asyncStart: () => undefined,
    asyncEnd: end,
    error: () => undefined,
  };
  works.subscribe(subscribers);
  return () => works.unsubscribe(subscribers);
}

/**
 * Other methods share one label, as OpenTelemetry's conventions require, so that clients cannot create
 * labels.
 */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

function followExchanges(meter: Meter): () => void {
  const ofRequest = duration(meter, 'http.server.request.duration', 'Requests to the API, by route.');
  const active = meter.createUpDownCounter('http.server.active_requests', {
    description: 'Requests in progress, including event streams.',
  });
  const began = new WeakMap<object, number>();
  const begins = (exchange: unknown) => {
    began.set(exchange as Exchange, performance.now()); // the only message of this channel
    active.add(1);
  };
  const ends = (message: unknown) => {
    const exchange = message as Exchange; // the only message of this channel
    const at = began.get(exchange);
    if (at === undefined) return;
    active.add(-1);
    const { request, reply } = exchange;
    ofRequest.record((performance.now() - at) / 1000, {
      'http.request.method': METHODS.has(request.method) ? request.method : '_OTHER',
      'http.route': request.routeOptions.url ?? 'none',
      'http.response.status_code': reply.statusCode,
    });
  };
  exchangeBegins.subscribe(begins);
  exchangeEnds.subscribe(ends);
  return () => {
    exchangeBegins.unsubscribe(begins);
    exchangeEnds.unsubscribe(ends);
  };
}

/** Counts audited changes: imports, interpretations, approvals, deliveries, refused sign-ins … */
function followChanges(meter: Meter): () => void {
  const counter = meter.createCounter('curvewell.changes', {
    description: 'Audit entries that this process has committed, by action.',
  });
  const count = (message: unknown) => {
    const { entry } = message as Change; // the only message of this channel
    counter.add(1, { action: entry.action });
  };
  changes.subscribe(count);
  return () => changes.unsubscribe(count);
}

function watchEventLoop(meter: Meter): () => void {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  const gauge = (name: string, description: string) =>
    meter.createObservableGauge(`nodejs.eventloop.delay.${name}`, { description, unit: 's' });
  const [mean, p99, max] = [
    gauge('mean', 'Since the last reading of this metric.'),
    gauge('p99', 'The same.'),
    gauge('max', 'The same.'),
  ];
  meter.addBatchObservableCallback(
    (result) => {
      if (delays.count > 0) {
        result.observe(mean, delays.mean * NANO);
        result.observe(p99, delays.percentile(99) * NANO);
        result.observe(max, delays.max * NANO);
      }
      delays.reset();
    },
    [mean, p99, max],
  );
  return () => delays.disable();
}

function watchPool(meter: Meter, db: Db): void {
  const { pool } = openedOf(db);
  const connections = meter.createObservableGauge('db.client.connection.count', {
    description: 'Connections to the database.',
  });
  const waiting = meter.createObservableGauge('db.client.connection.pending_requests', {
    description: 'Callers that wait for a connection.',
  });
  const most = meter.createObservableGauge('db.client.connection.max', {
    description: 'Size of the connection pool (DATABASE_POOL_SIZE).',
  });
  meter.addBatchObservableCallback(
    (result) => {
      result.observe(connections, pool.idleCount, { state: 'idle' });
      result.observe(connections, pool.totalCount - pool.idleCount, { state: 'used' });
      result.observe(waiting, pool.waitingCount);
      result.observe(most, pool.options.max);
    },
    [connections, waiting, most],
  );
}

/** The queue's states in operators' terms. */
const STATES = { waiting: ['created', 'retry'], running: ['active'], failed: ['failed'] } as const;

function watchJobs(meter: Meter, db: Db): void {
  const jobs = meter.createObservableGauge('curvewell.jobs', {
    description: 'Jobs in the queue of all processes, including those that failed in the last weeks.',
  });
  jobs.addCallback(async (result) => {
    const rows = await readRows<{ queue: string; state: string; count: number }>(
      db,
      Prisma.sql`SELECT name AS queue, state::text, count(*)::int FROM pgboss.job
        WHERE state IN ('created', 'retry', 'active', 'failed') GROUP BY name, state`,
    ).catch(() => null);
    // Unknown while the database is away.
    if (rows === null) return;
    for (const queue of Object.keys(QUEUES))
      for (const [state, words] of Object.entries(STATES)) {
        const counts = rows.filter((row) => row.queue === queue && words.some((word) => word === row.state));
        const total = counts.reduce((sum, { count }) => sum + count, 0);
        result.observe(total, { queue, state });
      }
  });
}

function watchProcess(meter: Meter): void {
  meter
    .createObservableGauge('process.memory.usage', { description: 'Resident memory.', unit: 'By' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  meter
    .createObservableCounter('process.cpu.time', { description: 'Processor time, all threads.', unit: 's' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe((user + system) / 1e6);
    });
}
