import type { TelemetryDependencies } from './dependencies.ts';
import { telemetrySettings } from './settings.ts';

/**
 * Sends telemetry if the settings name a receiver; otherwise none of it is even loaded.
 *
 * @returns stops
 */
export async function startTelemetry(dependencies: TelemetryDependencies): Promise<() => Promise<void>> {
  const settings = telemetrySettings(dependencies.environment, dependencies.config);
  if (settings === null) return () => Promise.resolve();
  const { startSdk } = await import('./sdk.ts');
  return startSdk(settings, dependencies);
}
