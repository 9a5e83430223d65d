import { backUp, namedDatabase } from '../commands/backup-tool.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts';

/** Also works on the embedded database, whether or not the product runs. */
await backUp(async (config) => {
  if (config.databaseUrl !== null) return namedDatabase(config);
  const dataDirectory = `${config.dataDirectory}/postgres`;
  const running = await runningEmbeddedPostgres(dataDirectory);
  return running === undefined ? startEmbeddedPostgres({ dataDirectory }) : { url: running };
});
