import type { Config } from '../settings/config.ts';
import type { Db } from '../database/db.ts';

/** The objects that telemetry observes, and the settings. */
export interface TelemetryDependencies {
  readonly config: Pick<Config, 'metrics' | 'role' | 'publicUrl' | 'identity' | 'originals'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly db: Db;
}
