import { readFileSync } from 'node:fs';

import type { Config } from '../settings/config.ts';
import { printLine, runProcess, type Lifecycle } from '../process/lifecycle.ts';
import { processConfig } from '../settings/process-config.ts';
import { startProduct } from '../product.ts';
import { readSecretKeys } from '../database/secrets.ts';
import { DEMO_USERS, readDemoPassword, seedDemo, seedDemoHistory } from './demo/index.ts';
import { fileServersOf } from './file-servers.ts';
import { embeddedIdentity } from './identity/index.ts';
import { readOwnKey, readOwnSigningKey } from './own-key.ts';
import { startEmbeddedPostgres } from './postgres.ts';

const INTERVAL_MS = 1_000;

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
  printLine('  The embedded database and identity provider are meant for trying out, not for production.');
  printLine('  Ctrl-C stops.\n');
}

/** Calls back when the parent process has ended, so that a killed npm leaves no server running. */
function stopWithParent(onGone: () => void): void {
  // npm starts a shell, which starts the script, which starts this process; any of them may be killed.
  const depth = process.env['npm_lifecycle_event'] === undefined ? 1 : 3;
  const ancestors = parentsOf(process.pid, depth);
  const timer = setInterval(() => {
    const now = parentsOf(process.pid, depth);
    if (now.length === ancestors.length && now.every((pid, index) => pid === ancestors[index])) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS);
  timer.unref();
}

function parentsOf(pid: number, count: number): number[] {
  if (count === 0 || pid <= 1) return [];
  const parent = pid === process.pid ? process.ppid : parentOf(pid);
  return parent === undefined ? [] : [parent, ...parentsOf(parent, count - 1)];
}

/** Undefined without /proc, where only the direct parent is watched. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
