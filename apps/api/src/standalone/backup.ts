import { backUp, namedDatabase } from '../commands/backup-tool.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts';

/** Of the embedded database too, whether the product runs or not. */
await backUp(async (config) => {
  if (config.databaseUrl !== null) return namedDatabase(config);
  const dataDirectory = `${config.dataDirectory}/postgres`;
  const running = await runningEmbeddedPostgres(dataDirectory);
  return running === undefined ? startEmbeddedPostgres({ dataDirectory }) : { url: running };
});
