import { namedDatabase, restore } from '../commands/backup-tool.ts';
import { startEmbeddedPostgres } from './postgres.ts';

/** Also restores into the embedded database, while the product does not run. */
await restore((config) =>
  config.databaseUrl === null
    ? startEmbeddedPostgres({ dataDirectory: `${config.dataDirectory}/postgres` })
    : namedDatabase(config),
);
