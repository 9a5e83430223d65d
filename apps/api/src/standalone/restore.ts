import { namedDatabase, restore } from '../commands/backup-tool.ts';
import { startEmbeddedPostgres } from './postgres.ts';

/** Into the embedded database too, while the product does not run. */
await restore((config) =>
  config.databaseUrl === null
    ? startEmbeddedPostgres({ dataDirectory: `${config.dataDirectory}/postgres` })
    : namedDatabase(config),
);
