import { administer } from '../commands/admin-tool.ts';
import { namedDatabase } from '../commands/backup-tool.ts';
import { accountsOf } from '../keycloak/identity-services.ts';
import { embeddedAccounts } from './identity/accounts.ts';
import { readOwnSigningKey } from './own-key.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts';

/** Also works on the embedded database and identity provider, whether or not the product runs. */
await administer({
  open: async (config) => {
    if (config.databaseUrl !== null) return namedDatabase(config);
    const dataDirectory = `${config.dataDirectory}/postgres`;
    const running = await runningEmbeddedPostgres(dataDirectory);
    return running === undefined ? startEmbeddedPostgres({ dataDirectory }) : { url: running };
  },
  // A configured database may belong to another installation.
  signingKeyOf: (config) =>
    config.databaseUrl === null ? readOwnSigningKey(config) : Promise.resolve(config.signingKey),
  accountsOf: (config, dependencies) =>
    config.identity.isEmbedded ? embeddedAccounts(dependencies, config.identity.issuer) : accountsOf(config),
});
