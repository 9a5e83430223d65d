import type { TelemetryNeeds } from './needs.ts';
import { telemetrySettings } from './settings.ts';

/**
 * Sends telemetry if the settings name a receiver; otherwise none of it is even loaded.
 *
 * @returns stops
 */
export async function startTelemetry(needs: TelemetryNeeds): Promise<() => Promise<void>> {
  const settings = telemetrySettings(needs.environment, needs.config);
  if (settings === null) return () => Promise.resolve();
  const { startSdk } = await import('./sdk.ts');
  return startSdk(settings, needs);
}
