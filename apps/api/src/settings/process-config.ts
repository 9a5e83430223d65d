import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import tls from 'node:tls';

import { readConfig, type Config } from './config.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads the settings of this process and applies those that hold for the process as a whole. */
export function processConfig(): Config {
  const config = readConfig(process.env);
  if (config.caFile !== null) trustAuthorities(config.caFile);
  return config;
}

/**
 * Every TLS connection that is opened from now on trusts these authorities too: database, identity provider, object
 * store, file servers, telemetry. Node reads its own NODE_EXTRA_CA_CERTS only before a process starts.
 */
function trustAuthorities(file: string): void {
  const own = readCertificates(file);
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...own]);
}

function readCertificates(file: string): string[] {
  try {
    const found = readFileSync(file, 'utf8').match(CERTIFICATE) ?? [];
    if (found.length === 0) throw new Error(`${file} holds no certificate (PEM)`);
    return found.map((pem) => new X509Certificate(pem).toString());
  } catch (cause) {
    throw new Error(`CA_FILE cannot be used: ${(cause as Error).message}`, { cause });
  }
}
