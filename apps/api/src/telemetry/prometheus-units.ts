import type { CollectionResult, MetricData } from '@opentelemetry/sdk-metrics';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';

/** Unit names in OpenMetrics; a metric's name ends with its unit. */
const UNITS: Readonly<Record<string, string>> = { s: 'seconds', By: 'bytes' };

/** Prometheus appends `_count` to the name of a histogram. */
const NAMES: Readonly<Record<string, string>> = { 'db.client.connection.count': 'db.client.connections' };

/** Names metrics as Prometheus and OpenMetrics do: `http_server_request_duration_seconds`. */
export class PrometheusMetrics extends PrometheusExporter {
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
