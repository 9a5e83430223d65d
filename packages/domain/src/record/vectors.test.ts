import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { canonicalJson } from './canonical-json.ts';
import type { SigningKey } from './hashes.ts';
import { isValidAt, hashOf, headKey, isSignedBy, keyIdOf, linkFault, sha256, trustedKeys } from './proof.ts';
import { checkTimeStamp } from './time-stamp.ts';
import type { ChainLink } from './audit-entry.ts';

/** The examples of docs/record-format, which verify.py is tested with, too. */
interface Vectors {
  readonly canonicalJson: readonly { name: string; value: unknown; text: string; sha256: string }[];
  readonly numbers: readonly { float64: string; text: string }[];
  readonly key: { readonly publicKey: string; readonly id: string };
  readonly keys: {
    readonly of: readonly SigningKey[];
    readonly vouchedFor: readonly { trusted: string; ids: string[] }[];
  };
  readonly revocations: readonly {
    readonly name: string;
    readonly trusted: string;
    readonly keys: readonly SigningKey[];
    readonly revokedAt: Readonly<Record<string, string | null>>;
    readonly signed: readonly {
      readonly value: { readonly keyId: string; readonly at: string };
      readonly signature: string;
      readonly counts: boolean;
    }[];
  }[];
  readonly signatures: readonly { name: string; value: unknown; signature: string; isValid: boolean }[];
  readonly link: ChainLink;
  readonly readings: readonly { values: number[]; sha256: string }[];
  readonly input: { readonly files: readonly string[]; readonly sha256: string };
  /** Bytes in base64; `authority` is the certificate (PEM) of the trusted issuer. */
  readonly timeStamp: {
    readonly data: string;
    readonly token: string;
    readonly authority: string;
    readonly at: string;
  };
  readonly configuration: { readonly value: unknown; readonly sha256: string };
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../../docs/record-format/vectors.json', import.meta.url), 'utf8'),
) as Vectors;

describe('TRUST-420 the implementation passes the test vectors of the record format', () => {
  it.each(vectors.canonicalJson)('for canonical JSON: $name', ({ value, text, sha256: hash }) => {
    expect(canonicalJson(value)).toBe(text);
    expect(sha256(text)).toBe(hash);
  });

  it.each(vectors.numbers)('for the number $text', ({ float64, text }) => {
    expect(canonicalJson(Buffer.from(float64, 'hex').readDoubleLE())).toBe(text);
  });

  it('for the id of a key, and the keys that one endorses', () => {
    expect(keyIdOf(vectors.key.publicKey)).toBe(vectors.key.id);
    for (const { trusted, ids } of vectors.keys.vouchedFor)
      expect([...trustedKeys(vectors.keys.of, trusted).keys()].sort()).toEqual(ids);
  });

  it.each(vectors.revocations)('TRUST-440 TRUST-449 $name', ({ trusted, keys, revokedAt, signed }) => {
    const found = trustedKeys(keys, trusted);
    expect(Object.fromEntries([...found].map(([id, key]) => [id, key.revokedAt]))).toEqual(revokedAt);
    for (const { value, signature, counts } of signed) {
      const key = headKey(found, value);
      const does =
        key !== undefined && isValidAt(key, value.at) && isSignedBy(key.publicKey, value, signature);
      expect(does).toBe(counts);
    }
  });

  it.each(vectors.signatures)('for the signature: $name', ({ value, signature, isValid }) => {
    expect(isSignedBy(vectors.key.publicKey, value, signature)).toBe(isValid);
  });

  it('TRUST-434 a time stamp by OpenSSL is valid with its authority, and invalid for other bytes', async () => {
    const { data, token, authority, at } = vectors.timeStamp;
    const bytes = Buffer.from(token, 'base64');
    const expected = { data: Buffer.from(data, 'base64'), authorities: [authority] };
    expect(await checkTimeStamp(bytes, expected)).toEqual({ at, authority: 'CN=Test time authority' });
    await expect(checkTimeStamp(bytes, { ...expected, data: Buffer.from('hullo') })).rejects.toThrow(
      'imprint',
    );
    await expect(checkTimeStamp(bytes, { ...expected, authorities: [] })).rejects.toThrow(
      'No trusted authority',
    );
  });

  it('for a link, readings, files and settings', () => {
    const { link, readings, input, configuration } = vectors;
    expect(linkFault(link, { number: link.number - 1, hash: link.previousHash })).toBeNull();
    for (const { values, sha256: hash } of readings)
      expect(sha256(new Uint8Array(Float64Array.from(values).buffer))).toBe(hash);
    expect(sha256(input.files.join('\n'))).toBe(input.sha256);
    expect(hashOf(configuration.value)).toBe(configuration.sha256);
  });
});
