import { createHash, verify, X509Certificate } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { Sequence, type BaseBlock, type OctetString } from 'asn1js';
import { ContentInfo, SignedData } from 'pkijs';
import { describe, expect, it } from 'vitest';

import { systemClock } from '../clock.ts';
import type { CertificateSettings } from './settings.ts';
import { readHouseCertificate } from './house-certificate.ts';
import { signedData } from './signed-data.ts';

const at = (name: string) => fileURLToPath(new URL(`../../test/house-certificates/${name}`, import.meta.url));

const read = (
  certificate: string,
  {
    key = null,
    passphrase = null,
    clock = systemClock,
  }: Partial<CertificateSettings> & { clock?: typeof systemClock } = {},
) =>
  readHouseCertificate(
    { certificate: at(certificate), key: key === null ? null : at(key), passphrase },
    clock,
  );

const GOOD: readonly (readonly [string, string, Parameters<typeof read>[1], string])[] = [
  ['PEM and its key', 'rsa.pem', { key: 'rsa.key.pem' }, 'rsa'],
  ['both in one PEM file', 'both.pem', {}, 'rsa'],
  ['an encrypted key', 'rsa.pem', { key: 'rsa.encrypted.pem', passphrase: 'house' }, 'rsa'],
  ['ECDSA', 'ecdsa.pem', { key: 'ecdsa.key.pem' }, 'ecdsa'],
  ['PKCS#12 with RSA', 'rsa.p12', { passphrase: 'house' }, 'rsa'],
  ['PKCS#12 with ECDSA', 'ecdsa.p12', { passphrase: 'house' }, 'ecdsa'],
];

const later = (year: number) => ({ now: () => new Date(Date.UTC(year, 0, 1)) });
const BAD: readonly (readonly [string, string, Parameters<typeof read>[1], RegExp])[] = [
  [
    'no file',
    'none.pem',
    {},
    /^REPORT_CERTIFICATE: .*none\.pem cannot be read \(ENOENT.*Expected a file of PEM/,
  ],
  ['neither kind', 'make.sh', {}, /make\.sh is neither PEM nor PKCS#12/],
  ['a key alone', 'rsa.key.pem', {}, /rsa\.key\.pem holds no certificate\. Expected PEM/],
  ['a certificate alone', 'rsa.pem', {}, /holds a certificate and no private key\. Set REPORT_KEY/],
  [
    'PKCS#12 without a key',
    'nokey.p12',
    { passphrase: 'house' },
    /nokey\.p12 holds a certificate and no private key/,
  ],
  ['a certificate as key', 'rsa.pem', { key: 'rsa.pem' }, /^REPORT_KEY: .*holds no private key/],
  ['no key file', 'rsa.pem', { key: 'none.pem' }, /^REPORT_KEY: .*none\.pem cannot be read/],
  [
    'the key of another',
    'rsa.pem',
    { key: 'ecdsa.key.pem' },
    /ecdsa\.key\.pem belongs to none of the 1 certificates/,
  ],
  ['no passphrase', 'rsa.p12', {}, /rsa\.p12 cannot be opened: REPORT_PASSPHRASE is not set/],
  ['a wrong passphrase', 'rsa.p12', { passphrase: 'horse' }, /REPORT_PASSPHRASE is not its passphrase/],
  [
    'no passphrase of a key',
    'rsa.pem',
    { key: 'rsa.encrypted.pem' },
    /REPORT_PASSPHRASE is not set, and the private key/,
  ],
  [
    'a wrong passphrase of a key',
    'rsa.pem',
    { key: 'rsa.encrypted.pem', passphrase: 'horse' },
    /rsa\.encrypted\.pem cannot be read: REPORT_PASSPHRASE is not its passphrase/,
  ],
  ['old encryption', 'legacy.p12', { passphrase: 'house' }, /not encrypted with AES.*openssl pkcs12 -export/],
  ['a short key', 'weak.pem', { key: 'weak.key.pem' }, /is rsa 1024\. Expected RSA of at least 2048 bits/],
  ['Ed25519', 'ed25519.pem', { key: 'ed25519.key.pem' }, /is ed25519\. Expected RSA/],
  ['another use', 'encipher.pem', { key: 'rsa.key.pem' }, /“For keys only” .* is not for signing/],
  [
    'an expired certificate',
    'both.pem',
    { clock: later(2190) },
    /“Laboratory seal \(rsa\)” in .*both\.pem expired on 2126-\d\d-\d\d\. Expected one that is valid today, 2190-01-01/,
  ],
  ['one of the future', 'both.pem', { clock: later(2020) }, /is valid from 2026-\d\d-\d\d on only/],
];

describe('TRUST-470 the certificate that reports are signed with', () => {
  it.each(GOOD)('TRUST-470 is read: %s', async (_, file, settings, kind) => {
    const { name, chain, key } = await read(file, settings);
    expect(name).toBe(`Laboratory seal (${kind})`);
    expect(new X509Certificate(chain[0] ?? '').checkPrivateKey(key)).toBe(true);
  });

  it.each(BAD)('TRUST-471 is refused at the start with the reason: %s', async (_, file, settings, why) => {
    await expect(read(file, settings)).rejects.toThrow(why);
  });
});

const CONTENT = Buffer.from('what is signed');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

describe('TRUST-472 a signature with that certificate', () => {
  it.each(GOOD.slice(2, 4))(
    'TRUST-472 covers the content and names its certificate: %s',
    async (_, file, settings) => {
      const certificate = await read(file, settings);
      const cms = new SignedData({
        schema: ContentInfo.fromBER(await signedData(CONTENT, certificate)).content,
      });
      const [info] = cms.signerInfos;
      const valueOf = (type: string) =>
        info?.signedAttrs?.attributes.find((one) => one.type === type)?.values[0] as BaseBlock | undefined;
      const digest = valueOf('1.2.840.113549.1.9.4') as OctetString;
      expect(Buffer.from(digest.valueBlock.valueHexView)).toEqual(sha256(CONTENT));
      // RFC 5035: the hash of the certificate is nested in three sequences.
      let named = valueOf('1.2.840.113549.1.9.16.2.47');
      while (named instanceof Sequence) [named] = named.valueBlock.value;
      expect(Buffer.from((named as OctetString).valueBlock.valueHexView)).toEqual(
        sha256(certificate.chain[0] ?? CONTENT),
      );
      // PAdES: the signing time is in the PDF, not in the attributes.
      expect(valueOf('1.2.840.113549.1.9.5')).toBeUndefined();
      const signed = Buffer.from(info?.signedAttrs?.toSchema().toBER() ?? new ArrayBuffer());
      signed[0] = 0x31;
      const value = Buffer.from(info?.signature.valueBlock.valueHexView ?? '');
      const { publicKey } = new X509Certificate(certificate.chain[0] ?? '');
      expect(verify('sha256', signed, publicKey, value)).toBe(true);
      expect(info?.unsignedAttrs).toBeUndefined();
    },
  );

  it('TRUST-472 is time-stamped over its value, if there is an authority', async () => {
    const certificate = await read('both.pem');
    let signed = Buffer.alloc(0);
    const token = await signedData(Buffer.from('stands for a token'), certificate);
    const stamped = await signedData(CONTENT, certificate, (signature) => {
      signed = Buffer.from(signature);
      return Promise.resolve(token);
    });
    const [info] = new SignedData({ schema: ContentInfo.fromBER(stamped).content }).signerInfos;
    expect(signed).toEqual(Buffer.from(info?.signature.valueBlock.valueHexView ?? ''));
    expect(info?.unsignedAttrs?.attributes.map(({ type }) => type)).toEqual(['1.2.840.113549.1.9.16.2.14']);
    const stamp = info?.unsignedAttrs?.attributes[0]?.values[0] as BaseBlock;
    expect(Buffer.from(stamp.toBER())).toEqual(token);
  });
});
