import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { Clock } from '../clock.ts';
import type { CertificateParts, CertificateSettings } from './settings.ts';
import { signsDocuments } from './key-usage.ts';
import { readPkcs12 } from './pkcs12.ts';

export interface HouseCertificate {
  /** The subject of the certificate. */
  readonly name: string;
  /** DER: the certificate, then its issuers. */
  readonly chain: readonly Uint8Array[];
  readonly key: KeyObject;
  readonly validFrom: Date;
  readonly validTo: Date;
}

const NAME = 'REPORT_CERTIFICATE';
const CURVES = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
const MIN_RSA_BITS = 2048;

/**
 * Reads the certificate that signs reports and its key, and checks that both can sign today.
 *
 * @throws Error with the fault, the file, and what was expected
 */
export async function readHouseCertificate(
  settings: CertificateSettings,
  clock: Clock,
): Promise<HouseCertificate> {
  const { certificate: file } = settings;
  const { certificates, key } = await readParts(settings);
  const keyFile = settings.key ?? file;
  if (key === null)
    throw new Error(
      `${NAME}: ${file} holds a certificate and no private key. Set REPORT_KEY to the PEM file of its key.`,
    );
  const known = certificates.map((der) => new X509Certificate(der));
  const own = known.find((one) => one.checkPrivateKey(key));
  if (own === undefined)
    throw new Error(
      `${NAME}: the private key in ${keyFile} belongs to none of the ${known.length} certificates in ${file}. Expected the key of the certificate.`,
    );
  refuseKey(key, keyFile);
  refuseUsage(own, file);
  refuseTime(own, { file, now: clock.now() });
  return {
    name: nameOf(own),
    key,
    validFrom: own.validFromDate,
    validTo: own.validToDate,
    chain: [own, ...known.filter((one) => one !== own)].map(({ raw }) => raw),
  };
}

async function readParts({
  certificate: file,
  key,
  passphrase,
}: CertificateSettings): Promise<CertificateParts> {
  const bytes = readFile(file, NAME);
  const text = bytes.toString('latin1');
  const isPem = text.includes('-----BEGIN ');
  const parts = isPem
    ? partsOfPem(bytes, { file, passphrase })
    : await readPkcs12(bytes, { file, passphrase });
  if (parts.certificates.length === 0)
    throw new Error(
      `${NAME}: ${file} holds no certificate. Expected PEM (“-----BEGIN CERTIFICATE-----”) or PKCS#12.`,
    );
  if (key === null) return parts;
  return { ...parts, key: readKey(readFile(key, 'REPORT_KEY'), { file: key, passphrase }) };
}

function readFile(file: string, setting: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new Error(
      `${setting}: ${file} cannot be read (${(cause as Error).message}). Expected a file of PEM or PKCS#12.`,
      {
        cause,
      },
    );
  }
}

interface Source {
  readonly file: string;
  readonly passphrase: string | null;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

function partsOfPem(bytes: Buffer, source: Source): CertificateParts {
  const text = bytes.toString('latin1');
  const blocks = text.match(CERTIFICATE) ?? [];
  const certificates = blocks.map((block) => {
    try {
      return new X509Certificate(block).raw;
    } catch (cause) {
      throw new Error(
        `${NAME}: a certificate in ${source.file} cannot be read: ${(cause as Error).message}.`,
        { cause },
      );
    }
  });
  return { certificates, key: PRIVATE_KEY.test(text) ? readKey(bytes, source) : null };
}

function readKey(bytes: Buffer, { file, passphrase }: Source): KeyObject {
  const text = bytes.toString('latin1');
  if (!PRIVATE_KEY.test(text))
    throw new Error(
      `REPORT_KEY: ${file} holds no private key. Expected PEM (“-----BEGIN PRIVATE KEY-----”).`,
    );
  const isEncrypted = text.includes('ENCRYPTED');
  if (isEncrypted && passphrase === null)
    throw new Error(`REPORT_PASSPHRASE is not set, and the private key in ${file} is encrypted.`);
  try {
    return createPrivateKey({ key: text, ...(passphrase !== null && { passphrase }) });
  } catch (cause) {
    const why = isEncrypted ? 'REPORT_PASSPHRASE is not its passphrase' : (cause as Error).message;
    throw new Error(`The private key in ${file} cannot be read: ${why}.`, { cause });
  }
}

function refuseKey(key: KeyObject, file: string): void {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const isRsa = type === 'rsa' && (details?.modulusLength ?? 0) >= MIN_RSA_BITS;
  const isEcdsa = type === 'ec' && CURVES.has(details?.namedCurve ?? '');
  if (isRsa || isEcdsa) return;
  const found = [type, details?.namedCurve ?? details?.modulusLength].filter(Boolean).join(' ');
  throw new Error(
    `The private key in ${file} is ${found}. Expected RSA of at least ${MIN_RSA_BITS} bits, or ECDSA on P-256, P-384 or P-521.`,
  );
}

function refuseUsage(certificate: X509Certificate, file: string): void {
  if (signsDocuments(certificate.raw)) return;
  throw new Error(
    `${NAME}: the certificate of “${nameOf(certificate)}” in ${file} is not for signing. Expected the key usage digitalSignature or nonRepudiation.`,
  );
}

function refuseTime(
  certificate: X509Certificate,
  { file, now }: { readonly file: string; readonly now: Date },
): void {
  const { validFromDate: from, validToDate: to } = certificate;
  if (from <= now && now <= to) return;
  const found = now > to ? `expired on ${day(to)}` : `is valid from ${day(from)} on only`;
  throw new Error(
    `${NAME}: the certificate of “${nameOf(certificate)}” in ${file} ${found}. Expected one that is valid today, ${day(now)}.`,
  );
}

const day = (at: Date) => at.toISOString().slice(0, 10);

/** Its common name, else its organisation, else the whole subject. */
function nameOf({ subject }: X509Certificate): string {
  const named = (kind: string) => new RegExp(`^${kind}=(.+)$`, 'm').exec(subject)?.[1];
  return named('CN') ?? named('O') ?? subject.replaceAll('\n', ', ');
}
