import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import tls from 'node:tls';

import { readConfig, type Config } from './config.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads the settings and applies those that concern the whole process. */
export function processConfig(): Config {
  const config = readConfig(process.env);
  if (config.caFile !== null) trustAuthorities(config.caFile);
  return config;
}

/**
 * Makes all further TLS connections trust these authorities too: database, identity provider, object store,
 * file servers, telemetry. Node reads NODE_EXTRA_CA_CERTS only at its start.
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
