import { createPrivateKey } from 'node:crypto';

import { CertBag, Certificate, PFX, PKCS8ShroudedKeyBag, PrivateKeyInfo, type SafeBag } from 'pkijs';

import type { CertificateParts } from './settings.ts';

interface Source {
  readonly file: string;
  readonly passphrase: string | null;
}

/**
 * The certificates and the private key of a PKCS#12 file (RFC 7292), encrypted with AES (PBES2) as OpenSSL 3
 * writes it.
 *
 * @throws Error with the fault and what was expected
 */
export async function readPkcs12(bytes: Buffer, { file, passphrase }: Source): Promise<CertificateParts> {
  const pfx = opened(bytes, file);
  const password = new TextEncoder().encode(passphrase ?? '').buffer;
  const wrong =
    passphrase === null ? 'REPORT_PASSPHRASE is not set' : 'REPORT_PASSPHRASE is not its passphrase';
  const bags = await openBags(pfx, password).catch((cause: unknown) => {
    const text = String(cause);
    // The encryption is read only after the passphrase was verified.
    const why = /integrity|MAC/i.test(text)
      ? `${wrong}, or it was damaged`
      : `it is not encrypted with AES (${text}). Export it again: openssl pkcs12 -export`;
    throw new Error(`REPORT_CERTIFICATE: the PKCS#12 file ${file} cannot be opened: ${why}.`, { cause });
  });
  const certificates = bags.flatMap(({ bagValue }) =>
    bagValue instanceof CertBag && bagValue.parsedValue instanceof Certificate
      ? [new Uint8Array(bagValue.parsedValue.toSchema(true).toBER())]
      : [],
  );
  const keys = bags.flatMap(({ bagValue }) => {
    const info = bagValue instanceof PKCS8ShroudedKeyBag ? bagValue.parsedValue : bagValue;
    return info instanceof PrivateKeyInfo ? [Buffer.from(info.toSchema().toBER())] : [];
  });
  if (keys.length > 1)
    throw new Error(`REPORT_CERTIFICATE: ${file} holds ${keys.length} private keys. Expected one.`);
  const [key] = keys;
  return {
    certificates,
    key: key === undefined ? null : createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
  };
}

function opened(bytes: Buffer, file: string): PFX {
  try {
    return PFX.fromBER(bytes);
  } catch (cause) {
    throw new Error(`REPORT_CERTIFICATE: ${file} is neither PEM nor PKCS#12. Expected one of them.`, {
      cause,
    });
  }
}

/** Protected in the library's types, but the only way to open the bag. */
interface Openable {
  parseInternalValues(options: { readonly password: ArrayBuffer }): Promise<void>;
}

async function openBags(pfx: PFX, password: ArrayBuffer): Promise<SafeBag[]> {
  await pfx.parseInternalValues({ password, checkIntegrity: true });
  const safe = pfx.parsedValue?.authenticatedSafe;
  if (safe === undefined) throw new Error('it is empty');
  await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password })) });
  const contents = (safe.parsedValue as { safeContents: { value: { safeBags: SafeBag[] } }[] }).safeContents;
  const bags = contents.flatMap(({ value }) => value.safeBags);
  for (const { bagValue } of bags)
    if (bagValue instanceof PKCS8ShroudedKeyBag)
      await (bagValue as unknown as Openable).parseInternalValues({ password });
  return bags;
}
