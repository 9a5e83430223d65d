import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import {
  type CollectionResult,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

import { SOFTWARE_BUILD } from '../process/version.ts';
import type { TelemetryDependencies } from './dependencies.ts';
import { followMetrics } from './follow-metrics.ts';
import { followTrail } from './follow-trail.ts';
import type { TelemetrySettings } from './settings.ts';
import { startTracing } from './start-tracing.ts';
import { SCOPE } from './trace-channels.ts';
import { watchCertificates } from './watch-certificates.ts';
import { watchDependencies } from './watch-dependencies.ts';
import { watchInstallation } from './watch-installation.ts';

/** Unit names in OpenMetrics; a metric's name ends with its unit. */
const UNITS: Readonly<Record<string, string>> = { s: 'seconds', By: 'bytes' };

/** Prometheus appends `_count` to the name of a histogram. */
const NAMES: Readonly<Record<string, string>> = { 'db.client.connection.count': 'db.client.connections' };

/** Names metrics as Prometheus and OpenMetrics do: `http_server_request_duration_seconds`. */
class PrometheusMetrics extends PrometheusExporter {
  override async collect(): Promise<CollectionResult> {
    const { resourceMetrics, errors } = await super.collect();
    const scopeMetrics = resourceMetrics.scopeMetrics.map((scope) => ({
      ...scope,
      metrics: scope.metrics.map(withUnitInName),
    }));
    return { resourceMetrics: { ...resourceMetrics, scopeMetrics }, errors };
  }
}

function withUnitInName<Metric extends MetricData>(metric: Metric): Metric {
  const unit = UNITS[metric.descriptor.unit];
  const plain = NAMES[metric.descriptor.name] ?? metric.descriptor.name;
  const name = unit === undefined ? plain : `${plain}.${unit}`;
  // The unit is omitted, because its line would have to name a counter without `_total`; the name contains
  // it.
  return { ...metric, descriptor: { ...metric.descriptor, name, unit: '' } };
}

/** Starts OpenTelemetry on the product's trace channels. @returns flushes and stops */
export async function startSdk(
  settings: TelemetrySettings,
  { db, config, environment }: TelemetryDependencies,
): Promise<() => Promise<void>> {
  const { sendsTraces, sendsMetrics, sendsTrail, metrics, metricsEveryMs } = settings;
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': SCOPE, 'service.version': SOFTWARE_BUILD }))
    .merge(
      detectResources({
        detectors: [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector],
      }),
    );
  const stops: (() => unknown)[] = [];

  if (sendsTraces) {
    const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter() });
    stops.push(startTracing({ resource, sampler: samplerOf(settings.sampler), processor }));
  }
  if (sendsTrail) {
    const processors = [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })];
    const provider = new LoggerProvider({ resource, processors });
    stops.push(() => provider.shutdown(), followTrail(provider.getLogger(SCOPE, SOFTWARE_BUILD)));
  }
  if (sendsMetrics || metrics !== null) {
    const readers = [];
    if (sendsMetrics)
      readers.push(
        new PeriodicExportingMetricReader({
          exporter: new OTLPMetricExporter(),
          exportIntervalMillis: metricsEveryMs,
        }),
      );
    if (metrics !== null) readers.push(await serveMetrics(metrics));
    const provider = new MeterProvider({ resource, readers });
    const meter = provider.getMeter(SCOPE, SOFTWARE_BUILD);
    stops.push(() => provider.shutdown(), followMetrics(meter, db));
    watchInstallation(meter, db);
    watchDependencies(meter, { db, config });
    stops.push(watchCertificates(meter, { config, environment }));
  }
  return async () => {
    for (const stop of stops.toReversed()) await stop();
  };
}

/** @throws Error when the port is taken */
async function serveMetrics({ host, port }: NonNullable<TelemetrySettings['metrics']>) {
  const reader = new PrometheusMetrics({ host, port, preventServerStart: true, withoutScopeInfo: true });
  await reader.startServer();
  return reader;
}

function samplerOf({ name, ratio }: TelemetrySettings['sampler']): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[name.replace('parentbased_', '') as 'always_on' | 'always_off' | 'traceidratio'](); // each is one of these, with or without
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
