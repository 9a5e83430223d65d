/** Signing keys on an external server. */
export interface KeyServerSettings {
  /** The address of its Transit engine, without trailing slash. */
  readonly url: string;
  readonly tokenFile: string;
  /** The name of the key for decisions; null: not on that server. */
  readonly signingKey: string | null;
  /** The name of the key for heads of the audit trail; null: not on that server. */
  readonly headSigningKey: string | null;
}

type Settings = Readonly<
  Partial<
    Record<
      | `KMS_${'URL' | 'TOKEN_FILE' | 'SIGNING_KEY' | 'AUDIT_HEADS_SIGNING_KEY'}`
      | 'SIGNING_KEY'
      | 'AUDIT_HEADS_SIGNING_KEY',
      string | undefined
    >
  >
>;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** @returns null: no server is configured @throws Error that names the invalid or missing setting */
export function keyServerOf(settings: Settings): KeyServerSettings | null {
  const { KMS_URL: url, KMS_TOKEN_FILE: tokenFile } = settings;
  const { KMS_SIGNING_KEY: signingKey = null, KMS_AUDIT_HEADS_SIGNING_KEY: headSigningKey = null } = settings;
  for (const name of ['SIGNING_KEY', 'AUDIT_HEADS_SIGNING_KEY'] as const)
    if (settings[name] !== undefined && settings[`KMS_${name}`] !== undefined)
      throw new Error(`Set ${name} or KMS_${name}, not both.`);
  const isNamed = signingKey !== null || headSigningKey !== null;
  if (!isNamed && url === undefined && tokenFile === undefined) return null;
  if (!isNamed || url === undefined || tokenFile === undefined)
    throw new Error('Set KMS_URL, KMS_TOKEN_FILE and KMS_SIGNING_KEY, or none of them.');
  if (signingKey === headSigningKey)
    throw new Error(
      'KMS_AUDIT_HEADS_SIGNING_KEY is the same as KMS_SIGNING_KEY. Create another key, or remove the setting.',
    );
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    throw new Error(
      'KMS_URL must begin with https. Only on the same machine may the token be sent unencrypted.',
    );
  return { url: url.replace(/\/+$/, ''), tokenFile, signingKey, headSigningKey };
}
