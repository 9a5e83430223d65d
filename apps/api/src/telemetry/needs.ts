import type { Config } from '../config.ts';
import type { Db } from '../db.ts';

/** What telemetry reports on, and the settings of the installation. */
export interface TelemetryNeeds {
  readonly config: Pick<Config, 'metrics' | 'role' | 'publicUrl' | 'identity' | 'originals'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly db: Db;
}
