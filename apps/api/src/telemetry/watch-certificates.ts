import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:tls';

import type { Meter, ObservableResult } from '@opentelemetry/api';

import type { Config } from '../settings/config.ts';
import { certificates, type SeenCertificate } from './trace-channels.ts';
import { remembered } from './remembered.ts';

const ANSWER_MS = 2_500;
const HOLDS_MS = 10 * 60_000;
/** Settings that name certificate files. */
const FILES = ['CA_FILE', 'DATABASE_CA_FILE', 'NODE_EXTRA_CA_CERTS'] as const;
/** A larger file is a system bundle, which does not show what this installation relies on. */
const MAX_IN_FILE = 10;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

interface Watched {
  readonly config: Pick<Config, 'publicUrl' | 'identity' | 'originals'>;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Reports the expiry of certificates: of the addresses of the product and its services, of the authorities in
 * the settings, and of the file servers that this process has used. @returns stops
 */
export function watchCertificates(meter: Meter, { config, environment }: Watched): () => void {
  const ends = meter.createObservableGauge('curvewell.certificate.expiry.timestamp', {
    description: 'Expiry of a certificate, in seconds since 1970.',
    unit: 's',
  });
  const observe = (result: ObservableResult, endsAt: Date, labels: Record<string, string>) =>
    result.observe(endsAt.getTime() / 1000, labels);

  for (const { endpoint, url } of httpsAddresses(config)) {
    const read = remembered(() => shownBy(url), { holdsMs: HOLDS_MS });
    ends.addCallback(async (result) => {
      const endsAt = await read();
      if (endsAt !== null) observe(result, endsAt, { endpoint, host: url.host });
    });
  }
  for (const name of FILES) {
    const file = environment[name] ?? '';
    if (file === '') continue;
    const read = remembered(() => firstEndIn(file), { holdsMs: HOLDS_MS });
    ends.addCallback(async (result) => {
      const endsAt = await read();
      if (endsAt !== null) observe(result, endsAt, { endpoint: 'authority', host: name });
    });
  }
  return watchFileServers((seen) =>
    ends.addCallback((result) => {
      for (const { host, endsAt } of seen.values())
        observe(result, endsAt, { endpoint: 'file-server', host });
    }),
  );
}

function watchFileServers(onStart: (seen: ReadonlyMap<string, SeenCertificate>) => void): () => void {
  const seen = new Map<string, SeenCertificate>();
  const note = (message: unknown) => {
    const certificate = message as SeenCertificate; // the only message of this channel
    seen.set(certificate.host, certificate);
  };
  certificates.subscribe(note);
  onStart(seen);
  return () => certificates.unsubscribe(note);
}

function httpsAddresses({ publicUrl, identity, originals }: Watched['config']) {
  const addresses = {
    public: publicUrl,
    'identity-provider': identity.internalBase,
    'object-store': originals?.endpoint ?? null,
  };
  return Object.entries(addresses).flatMap(([endpoint, address]) => {
    const url = address === null ? null : new URL(address);
    return url?.protocol === 'https:' ? [{ endpoint, url }] : [];
  });
}

/** The expiry of a server's certificate, trusted or not. */
function shownBy({ hostname, port }: URL): Promise<Date> {
  return new Promise((resolve, reject) => {
    const options = { host: hostname, port: Number(port || 443), servername: hostname };
    const socket = connect({ ...options, rejectUnauthorized: false, timeout: ANSWER_MS }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.on('timeout', () => socket.destroy(new Error('no answer in time')));
    socket.on('error', reject);
  });
}

/** The earliest expiry in a certificate file. @throws Error when it has none, or too many */
async function firstEndIn(file: string): Promise<Date> {
  const found = (await readFile(file, 'utf8')).match(CERTIFICATE) ?? [];
  if (found.length === 0 || found.length > MAX_IN_FILE) throw new Error('no authorities of the installation');
  const ends = found.map((pem) => new X509Certificate(pem).validToDate.getTime());
  return new Date(Math.min(...ends));
}
