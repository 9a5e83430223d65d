import type { Config } from '../config.ts';
import type { Db } from '../db.ts';
import { telemetrySettings } from './settings.ts';

interface Needs {
  readonly config: Pick<Config, 'metrics'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly db: Db;
}

/**
 * Tells others how the product works, if the settings say whom; else nothing of it is even loaded.
 *
 * @returns stops
 */
export async function startTelemetry({ config, environment, db }: Needs): Promise<() => Promise<void>> {
  const settings = telemetrySettings(environment, config);
  if (settings === null) return () => Promise.resolve();
  const { startSdk } = await import('./sdk.ts');
  return startSdk(settings, db);
}
