import { z } from 'zod';

import type { Config } from '../settings/config.ts';

const PROTOCOL = 'http/protobuf';
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/**
 * The OpenTelemetry variables that are read here; its exporters read their own (`OTEL_EXPORTER_OTLP_HEADERS`
 * …).
 */
const environmentSchema = z.object({
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal(PROTOCOL, { error: `only ${PROTOCOL} is supported` }).optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OTEL_LOGS_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(1_000).default(60_000),
});

/** Which signals to send, and where. */
export interface TelemetrySettings {
  readonly sendsTraces: boolean;
  readonly sendsMetrics: boolean;
  /** Sends the audit trail as log records. */
  readonly sendsTrail: boolean;
  readonly metricsEveryMs: number;
  readonly sampler: { readonly name: (typeof SAMPLERS)[number]; readonly ratio: number };
  readonly metrics: Config['metrics'];
}

/** @returns null: nothing is enabled @throws Error that names the variable */
export function telemetrySettings(
  environment: NodeJS.ProcessEnv,
  { metrics }: Pick<Config, 'metrics'>,
): TelemetrySettings | null {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(filled);
  if (!parsed.success) throw new Error(`The settings are invalid:\n${z.prettifyError(parsed.error)}`);
  const { data } = parsed;
  const isOn = data.OTEL_SDK_DISABLED?.toLowerCase() !== 'true';
  const to = (endpoint: string | undefined) =>
    isOn && (endpoint ?? data.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;
  const sendsTraces = to(data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) && data.OTEL_TRACES_EXPORTER !== 'none';
  const sendsMetrics = to(data.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT) && data.OTEL_METRICS_EXPORTER !== 'none';
  // The trail names people, so the general endpoint alone does not enable it.
  const isTrailConfigured =
    data.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT !== undefined || data.OTEL_LOGS_EXPORTER === 'otlp';
  const sendsTrail =
    isTrailConfigured && to(data.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT) && data.OTEL_LOGS_EXPORTER !== 'none';
  if (!sendsTraces && !sendsMetrics && !sendsTrail && metrics === null) return null;
  return {
    sendsTraces,
    sendsMetrics,
    sendsTrail,
    metrics,
    metricsEveryMs: data.OTEL_METRIC_EXPORT_INTERVAL,
    sampler: { name: data.OTEL_TRACES_SAMPLER, ratio: data.OTEL_TRACES_SAMPLER_ARG },
  };
}
