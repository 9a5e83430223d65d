import type { TelemetryDependencies } from './dependencies.ts';
import { telemetrySettings } from './settings.ts';

/**
 * Starts telemetry if a receiver is configured; otherwise none of its modules are loaded.
 *
 * @returns stops
 */
export async function startTelemetry(dependencies: TelemetryDependencies): Promise<() => Promise<void>> {
  const settings = telemetrySettings(dependencies.environment, dependencies.config);
  if (settings === null) return () => Promise.resolve();
  const { startSdk } = await import('./sdk.ts');
  return startSdk(settings, dependencies);
}
