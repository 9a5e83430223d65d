import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Key {
  readonly type: string;
  readonly derived: boolean;
  /** Oldest version first. */
  readonly versions: { readonly privateKey: KeyObject; readonly publicKey: string }[];
  least: number;
}
interface Answer {
  readonly status: number;
  readonly body?: object;
}

const ED25519_BYTES = 32;
const refused = (status: number, ...errors: string[]): Answer => ({ status, body: { errors } });

/**
 * A double of OpenBao: answers the calls of the Transit engine that the tests make, with real Ed25519 keys,
 * as observed on OpenBao 2.7.2. The same tests run against a real server where one is installed.
 */
export async function startTransitDouble() {
  const keys = new Map<string, Key>();
  const policies = new Map<string, string>([['root', 'keys/ sign/']]);
  const tokens = new Map<string, string>([['root', 'root']]);
  let isSealed = false;

  const newVersion = () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-ED25519_BYTES);
    return { privateKey, publicKey: raw.toString('base64') };
  };

  function administer(to: string, body: Readonly<Record<string, unknown>>): Answer | null {
    const [, name = '', deed] = /^transit\/keys\/([^/]+)(?:\/(rotate|config))?$/.exec(to) ?? [];
    const key = keys.get(name);
    if (to === 'sys/seal' || to === 'sys/unseal') isSealed = to === 'sys/seal';
    else if (to.startsWith('sys/policies/acl/'))
      policies.set(to.split('/').at(-1) ?? '', String(body['policy']));
    else if (to === 'auth/token/create') {
      const [policy] = body['policies'] as string[];
      tokens.set(`s.${policy}`, policy ?? '');
      return { status: 200, body: { auth: { client_token: `s.${policy}` } } };
    } else if (deed === 'rotate') key?.versions.push(newVersion());
    else if (deed === 'config' && key !== undefined) key.least = Number(body['min_encryption_version']);
    else if (name !== '')
      keys.set(name, {
        type: String(body['type']),
        derived: body['derived'] === true,
        versions: [newVersion()],
        least: 0,
      });
    else if (to !== 'sys/mounts/transit') return null;
    return { status: 204 };
  }

  function read(name: string): Answer {
    const key = keys.get(name);
    if (key === undefined) return refused(404);
    const { type, derived, versions, least } = key;
    const publicKeys = versions.map(({ publicKey }, index) => [
      index + 1,
      type === 'ed25519' ? { public_key: derived ? '' : publicKey } : 1_795_838_471,
    ]);
    return {
      status: 200,
      body: {
        data: {
          type,
          derived,
          soft_deleted: false,
          keys: Object.fromEntries(publicKeys) as object,
          latest_version: versions.length,
          min_encryption_version: least,
        },
      },
    };
  }

  function signed(name: string, body: Readonly<Record<string, unknown>>): Answer {
    const version = Number(body['key_version']);
    const key = keys.get(name);
    const { privateKey } = key?.versions[version - 1] ?? {};
    if (key === undefined || privateKey === undefined) return refused(400, 'signing key not found');
    if (version < key.least) return refused(500, 'requested version for signing is less than the minimum');
    const signature = sign(null, Buffer.from(String(body['input']), 'base64'), privateKey);
    const data = { key_version: version, signature: `vault:v${version}:${signature.toString('base64')}` };
    return { status: 200, body: { data } };
  }

  function answer(method: string, to: string, { token, sent }: { token: string; sent: string }): Answer {
    const may = policies.get(tokens.get(token) ?? '') ?? '';
    const body = sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>);
    if (isSealed && to !== 'sys/unseal') return refused(503, 'Vault is sealed');
    const [, name] = /^transit\/(?:keys|sign)\/([^/]+)$/.exec(to) ?? [];
    const isSigning = to.startsWith('transit/sign/');
    if ((name === undefined || !isSigning) && method !== 'GET')
      return administer(to, body) ?? refused(404, 'no handler for route');
    // A token without permission cannot tell whether the engine exists.
    if (name === undefined) return refused(403, 'permission denied');
    if (!may.includes(isSigning ? 'sign/' : 'keys/')) return refused(403, 'permission denied');
    return isSigning ? signed(name, body) : read(name);
  }

  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const { method = '', url = '', headers } = request;
      const received = { token: String(headers['x-vault-token']), sent };
      const { status, body } = answer(method, url.replace('/v1/', ''), received);
      response.writeHead(status).end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unsealKey: '',
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
