import type { Config } from '../settings/config.ts';
import type { Db } from '../database/db.ts';

/** What telemetry reports on, and the settings of the installation. */
export interface TelemetryDependencies {
  readonly config: Pick<Config, 'metrics' | 'role' | 'publicUrl' | 'identity' | 'originals'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly db: Db;
}
