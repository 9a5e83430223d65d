import type { Config } from '../settings/config.ts';
import { printLine, runProcess, type Lifecycle } from '../process/lifecycle.ts';
import { processConfig } from '../settings/process-config.ts';
import { startProduct } from '../product.ts';
import { readSecretKeys } from '../database/secrets.ts';
import { DEMO_USERS, readDemoPassword, seedDemo, seedDemoHistory } from './demo/index.ts';
import { fileServersOf } from './file-servers.ts';
import { embeddedIdentity } from './identity/index.ts';
import { readOwnKey, readOwnSigningKey } from './own-key.ts';
import { stopWithParent } from './parent-process.ts';
import { startEmbeddedPostgres } from './postgres.ts';

/** The product for trials: services that the settings omit are embedded. */
await runProcess(async (lifecycle) => {
  const config = await withTrialDefaults(processConfig());
  if (config.stopsWithParent) stopWithParent(lifecycle.stop);
  const databaseUrl = config.databaseUrl ?? (await startDatabase(lifecycle, config));
  if (!config.identity.isEmbedded) {
    await startProduct(lifecycle, { config: { ...config, databaseUrl } });
    return;
  }
  const password = await readDemoPassword(config.dataDirectory, config.demoPassword);
  await startProduct(lifecycle, {
    config: { ...config, databaseUrl },
    identity: embeddedIdentity,
    seed: (parts) => seedDemo(parts, { password, hasHistory: config.demoHistory }),
    ...(config.demoHistory && { background: seedDemoHistory }),
  });
  announce(password);
});

/** Defaults for trials: generated keys, and file servers on this machine. */
async function withTrialDefaults(config: Config): Promise<Config> {
  const { secretKeys, dataDirectory } = config;
  return {
    ...config,
    secretKeys:
      secretKeys.length > 0 ? secretKeys : readSecretKeys(await readOwnKey(dataDirectory, 'secrets-key')),
    signingKey: await readOwnSigningKey(config),
    allowsFileServer: fileServersOf(config),
  };
}

async function startDatabase(lifecycle: Lifecycle, { dataDirectory }: Config): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDirectory: `${dataDirectory}/postgres` });
  lifecycle.atStop(() => server.stop());
  void server.ended.then(({ isExpected, log }) => {
    if (!isExpected && !lifecycle.isStopping())
      lifecycle.die(`The embedded database stopped unexpectedly.\n${log}`);
  });
  return server.url;
}

function announce(password: string): void {
  const width = Math.max(...DEMO_USERS.map(({ login }) => login.length));
  for (const { login, role, laboratory } of DEMO_USERS) {
    printLine(`  ${login.padEnd(width)}  ${role}${laboratory === null ? '' : `, ${laboratory}`}`);
  }
  printLine(`\n  Password of each: ${password}`);
  printLine('  The embedded database and identity provider are for trials, not for production.');
  printLine('  Ctrl-C stops.\n');
}
