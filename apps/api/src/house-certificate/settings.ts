import type { KeyObject } from 'node:crypto';

export interface CertificateSettings {
  /** Path of a PEM or PKCS#12 file. */
  readonly certificate: string;
  /** Path of the private key's PEM file; null: in the same file. */
  readonly key: string | null;
  readonly passphrase: string | null;
}

/** The content of the files, before it is checked to match. */
export interface CertificateParts {
  readonly certificates: readonly Uint8Array[];
  /** PEM or DER, PKCS#8 */
  readonly key: KeyObject | null;
}

type Settings = Readonly<
  Partial<Record<'REPORT_CERTIFICATE' | 'REPORT_KEY' | 'REPORT_PASSPHRASE', string | undefined>>
>;

/** @throws Error when a key or passphrase is set without its certificate */
export function certificateSettingsOf(settings: Settings): CertificateSettings | null {
  const { REPORT_CERTIFICATE: certificate, REPORT_KEY: key, REPORT_PASSPHRASE: passphrase } = settings;
  if (certificate !== undefined) return { certificate, key: key ?? null, passphrase: passphrase ?? null };
  const lone = (['REPORT_KEY', 'REPORT_PASSPHRASE'] as const).find((name) => settings[name] !== undefined);
  if (lone === undefined) return null;
  throw new Error(
    `${lone} is set without REPORT_CERTIFICATE. Set REPORT_CERTIFICATE to the file of the certificate, or remove both.`,
  );
}
