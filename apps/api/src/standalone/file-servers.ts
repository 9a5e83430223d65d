import type { Config } from '../settings/config.ts';
import { trustProxies } from '../http/requests/client-address.ts';

const isLoopback = trustProxies(['loopback']);

type Parts = Pick<Config, 'databaseUrl' | 'allowsFileServer'> & {
  readonly identity: Pick<Config['identity'], 'isEmbedded'>;
};

/**
 * The file servers that may be used. Servers on this machine are allowed only in a pure trial installation: a
 * configured database or identity provider means a real installation.
 */
export function fileServersOf({
  databaseUrl,
  identity,
  allowsFileServer,
}: Parts): Config['allowsFileServer'] {
  const isAllEmbedded = databaseUrl === null && identity.isEmbedded;
  return (address, hop) => (isAllEmbedded && isLoopback(address, hop)) || allowsFileServer(address, hop);
}
