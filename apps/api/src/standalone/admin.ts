import { administer } from '../commands/admin-tool.ts';
import { namedDatabase } from '../commands/backup-tool.ts';
import { accountsOf } from '../keycloak/identity-services.ts';
import { embeddedAccounts } from './identity/admin.ts';
import { readOwnSigningKey } from './own-key.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts';

/** Of the embedded database and the embedded identity provider too, whether the product runs or not. */
await administer({
  open: async (config) => {
    if (config.databaseUrl !== null) return namedDatabase(config);
    const dataDirectory = `${config.dataDirectory}/postgres`;
    const running = await runningEmbeddedPostgres(dataDirectory);
    return running === undefined ? startEmbeddedPostgres({ dataDirectory }) : { url: running };
  },
  // A named database may be that of another installation.
  signingKeyOf: (config) =>
    config.databaseUrl === null ? readOwnSigningKey(config) : Promise.resolve(config.signingKey),
  accountsOf: (config, dependencies) =>
    config.identity.isEmbedded
      ? embeddedAccounts({ ...dependencies, issuer: config.identity.issuer })
      : accountsOf(config),
});
