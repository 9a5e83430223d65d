import { expect, it } from 'vitest';

import { readConfig } from '../settings/config.ts';
import { telemetrySettings } from './settings.ts';

const OFF = readConfig({});
const at = (port: string) => readConfig({ METRICS_PORT: port });
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

it('OPS-170 nothing is sent by default', () => {
  expect(telemetrySettings({}, OFF)).toBeNull();
  expect(telemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, OFF)).toBeNull();
  expect(telemetrySettings({ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }, OFF)).toBeNull();
  const none = { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' };
  expect(telemetrySettings({ ...ENDPOINT, ...none }, OFF)).toBeNull();
});

it('OPS-170 each signal is enabled by its own variable', () => {
  expect(telemetrySettings(ENDPOINT, OFF)).toMatchObject({ sendsTraces: true, sendsMetrics: true });
  const traces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' };
  expect(telemetrySettings(traces, OFF)).toMatchObject({ sendsTraces: true, sendsMetrics: false });
  expect(telemetrySettings({}, at('9464'))).toMatchObject({
    sendsTraces: false,
    sendsMetrics: false,
    metrics: { port: 9464 },
  });
});

it('OPS-386 the audit trail is sent only on explicit request', () => {
  expect(telemetrySettings(ENDPOINT, OFF)?.sendsTrail).toBe(false);
  expect(telemetrySettings({ ...ENDPOINT, OTEL_LOGS_EXPORTER: 'otlp' }, OFF)?.sendsTrail).toBe(true);
  expect(telemetrySettings({ OTEL_LOGS_EXPORTER: 'otlp' }, OFF)).toBeNull();
  const logs = { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://siem:4318/v1/logs' };
  expect(telemetrySettings(logs, OFF)).toMatchObject({ sendsTrail: true, sendsTraces: false });
  expect(telemetrySettings({ ...logs, OTEL_LOGS_EXPORTER: 'none' }, OFF)).toBeNull();
});

it('OPS-170 metrics are served to this machine only, unless METRICS_HOST says otherwise', () => {
  expect(at('9464').metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).metrics?.host).toBe('0.0.0.0');
});

it.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /OTEL_EXPORTER_OTLP_PROTOCOL/],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /OTEL_TRACES_SAMPLER/],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, /OTEL_TRACES_SAMPLER_ARG/],
])('refuses %j and names it', (environment, named) => {
  expect(() => telemetrySettings(environment, OFF)).toThrow(named);
});
