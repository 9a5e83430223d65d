import type { TelemetryNeeds } from './needs.ts';
import { telemetrySettings } from './settings.ts';

/**
 * Tells others how the product works, if the settings say whom; else nothing of it is even loaded.
 *
 * @returns stops
 */
export async function startTelemetry(needs: TelemetryNeeds): Promise<() => Promise<void>> {
  const settings = telemetrySettings(needs.environment, needs.config);
  if (settings === null) return () => Promise.resolve();
  const { startSdk } = await import('./sdk.ts');
  return startSdk(settings, needs);
}
