import type { Config } from '../settings/config.ts';
import { trustProxies } from '../http/requests/client-address.ts';

const isLoopback = trustProxies(['loopback']);

type Parts = Pick<Config, 'databaseUrl' | 'allowsFileServer'> & {
  readonly identity: Pick<Config['identity'], 'isEmbedded'>;
};

/**
 * Which file servers may be connected to. Those of this machine are only where nothing is anybody else's: a database or
 * an identity provider that the settings name is a real installation.
 */
export function fileServersOf({
  databaseUrl,
  identity,
  allowsFileServer,
}: Parts): Config['allowsFileServer'] {
  const isAllEmbedded = databaseUrl === null && identity.isEmbedded;
  return (address, hop) => (isAllEmbedded && isLoopback(address, hop)) || allowsFileServer(address, hop);
}
