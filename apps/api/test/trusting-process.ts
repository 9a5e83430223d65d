import { get } from 'node:https';
import process from 'node:process';

import { createRemoteJWKSet } from 'jose';

import { openFtp } from '../src/features/file-transfer/ftp.ts';
import { DEADLINES } from '../src/features/file-transfer/transport.ts';
import { openS3 } from '../src/blobs/s3.ts';
import { processConfig } from '../src/settings/process-config.ts';
import { connectionTo } from './file-server.ts';

/** Opens one connection of each kind as the product does, and prints the results. */
const { identity, originals } = processConfig();
const ftpPort = Number(process.argv[2]);

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'identity provider': () =>
    createRemoteJWKSet(new URL(`${identity.internalUrl}/protocol/openid-connect/certs`)).reload(),
  'object store': async () => {
    if (originals === null) throw new Error('no object store is set');
    return openS3(originals).list()[Symbol.asyncIterator]().next();
  },
  'file server': async () => {
    const access = { ...connectionTo({ port: ftpPort }), tls: true, host: 'localhost', privateKey: null };
    const transport = openFtp(access, { address: '127.0.0.1', deadlines: DEADLINES });
    await transport.connect();
    const shown = await transport.prove();
    transport.close();
    if (shown?.isTrusted !== true) throw new Error(shown?.about);
  },
  // As OpenTelemetry's exporters do.
  collector: () =>
    new Promise((resolve, reject) => {
      get(identity.internalUrl, (response) => {
        response.resume();
        resolve(undefined);
      }).on('error', reject);
    }),
};

const found: Record<string, string> = {};
for (const [name, open] of Object.entries(ways)) {
  found[name] = await open().then(
    () => 'trusted',
    (error: unknown) => `refused: ${reasonOf(error)}`,
  );
}
process.stdout.write(JSON.stringify(found));
process.exit();

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
