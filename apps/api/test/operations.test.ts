import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { auditActionSchema } from '@curvewell/domain';
import parse from 'parse-prometheus-text-format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';

import { readConfig } from '../src/settings/config.ts';
import { recordBackup } from '../src/backup/installation.ts';
import { startTelemetry } from '../src/telemetry/start-telemetry.ts';
import { SOFTWARE_VERSION } from '../src/process/version.ts';
import { CERTIFICATES } from './certificates.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { connectionTo, startFtpServer, type FtpServer } from './file-server.ts';
import { freePort } from './free-port.ts';
import { readPromQl, type Expression, type Selector } from './promql.ts';
import { approvedRun } from './run-factory.ts';

let test: TestApp;
let server: FtpServer;
let folder: string;
let stop: () => Promise<void>;
/** Metrics before and after the work. */
let first: string;
let metrics: string;

beforeAll(async () => {
  test = await createTestApp();
  server = await startFtpServer();
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-operations-'));
  const authorities = path.join(folder, 'ca.pem');
  await writeFile(authorities, CERTIFICATES.map(({ cert }) => cert).join('\n'));
  const port = await freePort();
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const start = () =>
    startTelemetry({
      // No provider listens there.
      config: readConfig({ METRICS_PORT: String(port), OIDC_URL: 'http://127.0.0.1:9' }),
      environment: { DATABASE_CA_FILE: authorities },
      db: test.db,
    });
  stop = await start();
  first = await scrape();
  await stop();

  stop = await start();
  const run = await approvedRun(test, { seed: 2 });
  const connection = connectionTo(server, { tls: true });
  await test.call('physician', 'POST', '/ftp/test', connection);
  await test.call('physician', 'POST', '/ftp/test', { ...connection, password: 'wrong' });
  await waitingDelivery(run.id);
  await test.db.$transaction((tx) => test.app.jobs.ask(tx, 'record-check', { data: {} }));
  await test.db.$transaction((tx) => test.app.jobs.ask(tx, 'audit-heads', { data: {} }));
  await test.work();
  // Three hours later, after the database was rolled back.
  const { headsKeptAt } = await test.db.installation.findUniqueOrThrow({ where: { id: 1 } });
  if (headsKeptAt === null) throw new Error('no audit head was sent');
  await test.db.installation.update({
    where: { id: 1 },
    data: { headsKeptAt: new Date(headsKeptAt.getTime() - 3 * 3_600_000), rolledBackAt: new Date() },
  });
  await recordBackup(test.databaseUrl);
  await test.db.installation.update({
    where: { id: 1 },
    data: { lastBackupAt: new Date(Date.now() - 7_200_000) },
  });
  metrics = await scrape();
});
afterAll(async () => {
  await stop();
  await server.close();
  await test.close();
  await rm(folder, { recursive: true });
});

/** A delivery that was requested an hour ago and that no worker takes. */
async function waitingDelivery(runId: string): Promise<void> {
  const { laboratoryId } = await test.db.run.findUniqueOrThrow({ where: { id: runId } });
  await test.db.delivery.create({
    data: {
      runId,
      laboratoryId,
      state: 'WAITING',
      requestedByName: 'Physician',
      requestedAt: new Date(Date.now() - 3_600_000),
    },
  });
}

const samplesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const head = line.slice(0, line.lastIndexOf(' '));
      const { selectors } = readPromQl(head);
      return { ...(selectors[0] as Selector), value: Number(line.slice(head.length)) }; // each line names a metric
    });
const valuesOf = (text: string, metric: string, labels: Record<string, string> = {}) =>
  samplesOf(text)
    .filter((one) => one.metric === metric)
    .filter((one) =>
      Object.entries(labels).every(([name, value]) =>
        one.labels.some((label) => label.name === name && label.value === value),
      ),
    )
    .map(({ value }) => value);
const valueOf = (metric: string, labels: Record<string, string> = {}) => valuesOf(metrics, metric, labels)[0];

describe('OPS-380 metrics of the installation', () => {
  it('report the age of the last good backup, and nothing before the first', () => {
    expect(valuesOf(first, 'curvewell_backup_age_seconds')).toEqual([]);
    expect(valueOf('curvewell_backup_age_seconds')).toBeGreaterThan(7_199);
    expect(valueOf('curvewell_backup_age_seconds')).toBeLessThan(10_000);
  });

  it('report how long the oldest delivery waits, 0 if none does', () => {
    const metric = 'curvewell_delivery_oldest_unsent_seconds';
    expect(valuesOf(first, metric)).toEqual([0, 0]);
    expect(valueOf(metric, { state: 'waiting' })).toBeGreaterThan(3_599);
    expect(valueOf(metric, { state: 'stopped' })).toBe(0);
  });

  it('report the result and the time of the last check of the audit trail', () => {
    expect(valuesOf(first, 'curvewell_audit_unbroken')).toEqual([]);
    expect(valueOf('curvewell_audit_unbroken')).toBe(1);
    expect(valueOf('curvewell_audit_check_age_seconds')).toBeLessThan(600);
  });

  it('TRUST-432 report whether the database was rolled back, and the age of exported heads', () => {
    expect(valueOf('curvewell_rolled_back')).toBe(1);
    expect(valuesOf(first, 'curvewell_rolled_back')).toEqual([0]);
    expect(valuesOf(first, 'curvewell_audit_heads_age_seconds')).toEqual([]);
    expect(valueOf('curvewell_audit_heads_age_seconds')).toBeGreaterThan(10_799);
    expect(valueOf('curvewell_audit_heads_age_seconds')).toBeLessThan(13_000);
  });

  it('report which services respond', () => {
    expect(valueOf('curvewell_dependency_up', { dependency: 'database' })).toBe(1);
    expect(valueOf('curvewell_dependency_up', { dependency: 'identity-provider' })).toBe(0);
  });

  it('report the expiry of certificates: of authorities in the settings, and of used file servers', () => {
    const metric = 'curvewell_certificate_expiry_timestamp_seconds';
    const end = Date.UTC(2126, 9, 29, 22, 36, 28) / 1000;
    expect(valueOf(metric, { endpoint: 'authority', host: 'DATABASE_CA_FILE' })).toBe(end);
    expect(valuesOf(first, metric, { endpoint: 'file-server' })).toEqual([]);
    expect(valueOf(metric, { endpoint: 'file-server', host: '127.0.0.1' })).toBe(end);
  });

  it('report the build', () => {
    expect(valueOf('curvewell_build_info', { version: SOFTWARE_VERSION })).toBe(1);
    expect(valueOf('curvewell_restored_copy')).toBe(0);
  });
});

/** Added by Prometheus itself. */
const OF_PROMETHEUS = { metrics: ['up'], labels: ['job', 'instance'] };
const OPERATIONS = new URL('../../../docs/operations/', import.meta.url);

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

async function expressionsOfRules(): Promise<string[]> {
  const { groups } = parseYaml(await readFile(new URL('alerts.yml', OPERATIONS), 'utf8')) as Rules;
  return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
}

async function expressionsOfDashboard(): Promise<string[]> {
  const file = await readFile(new URL('grafana-dashboard.json', OPERATIONS), 'utf8');
  const { panels } = JSON.parse(file) as { panels: { targets: { expr: string }[] }[] };
  // Grafana inserts a duration here.
  return panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
  );
}

/** Metrics and labels of an expression that no process reports. */
function unknownIn({ selectors, grouping }: Expression): string[] {
  const samples = samplesOf(metrics);
  const wanted = selectors.filter(({ metric }) => !OF_PROMETHEUS.metrics.includes(metric));
  const known = (name: string, from: readonly Selector[]) =>
    OF_PROMETHEUS.labels.includes(name) ||
    from.some(({ labels }) => labels.some((label) => label.name === name));
  const of = (metric: string) => samples.filter((sample) => sample.metric === metric);
  return [
    ...wanted.map(({ metric }) => metric).filter((metric) => of(metric).length === 0),
    ...wanted.flatMap(({ metric, labels }) =>
      labels.filter(({ name }) => !known(name, of(metric))).map(({ name }) => `${metric}{${name}}`),
    ),
    ...wanted.flatMap(({ metric, labels }) =>
      labels
        .filter(
          ({ name, operator, value }) => operator === '=' && !valuesFor(of(metric), name).includes(value),
        )
        .map(({ name, value }) => `${metric}{${name}="${value}"}`),
    ),
    ...grouping.filter(
      (name) =>
        !known(
          name,
          wanted.flatMap(({ metric }) => of(metric)),
        ),
    ),
  ];
}

const valuesFor = (samples: readonly Selector[], name: string): readonly string[] => {
  if (name === 'action') return auditActionSchema.options;
  const named = samples.flatMap(({ labels }) => labels.filter((label) => label.name === name));
  return [...named.map(({ value }) => value), ...(name === 'http_response_status_code' ? ['401'] : [])];
};

describe('the queries of Prometheus and Grafana', () => {
  it.each([
    ['alert rules', expressionsOfRules, 16],
    ['dashboard', expressionsOfDashboard, 25],
  ])('OPS-174 OPS-381 use only metrics and labels that are reported: %s', async (_what, read, least) => {
    const expressions = await read();
    expect(expressions.length).toBeGreaterThanOrEqual(least);
    expect(expressions.flatMap((expression) => unknownIn(readPromQl(expression)))).toEqual([]);
  });

  it('OPS-381 a metric that is not reported is detected', () => {
    const unknown = (expression: string) => unknownIn(readPromQl(expression));
    expect(unknown('curvewell_job')).toEqual(['curvewell_job']);
    expect(unknown('sum by (kind) (curvewell_jobs{name="x",state="lost"})')).toEqual([
      'curvewell_jobs{name}',
      'curvewell_jobs{name="x"}',
      'curvewell_jobs{state="lost"}',
      'kind',
    ]);
    expect(() => unknown('sum(curvewell_jobs')).toThrow('no PromQL');
  });

  it('OPS-381 metric names follow OpenMetrics: letters, with the unit at the end, counters with _total', () => {
    const families = parse(metrics);
    expect(families.length).toBeGreaterThan(20);
    for (const { name, type, help, metrics: of } of families) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(help === '' && name !== 'target_info', `${name} has no help`).toBe(false);
      expect(type).not.toBe('UNTYPED');
      expect(name).not.toMatch(/_(count|sum|bucket)$/);
      expect(name.endsWith('_total'), name).toBe(type === 'COUNTER');
      if (type !== 'HISTOGRAM') for (const { value } of of) expect(Number(value), name).not.toBeNaN();
    }
    expect(metrics).not.toContain('# UNIT');
    const measured = /duration|delay|age|memory|cpu_time|timestamp|unsent/;
    const families_ = families
      .map(({ name }) => name)
      .filter((name) => measured.test(name.replace(/_usage/, '')));
    for (const name of families_) expect(name).toMatch(/_(seconds|bytes)(_total)?$/);
  });
});
