import type { Config } from '../config.ts';
import type { Db } from '../db.ts';

/** What is told of, and how the installation is set up. */
export interface TelemetryNeeds {
  readonly config: Pick<Config, 'metrics' | 'role' | 'publicUrl' | 'identity' | 'originals'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly db: Db;
}
