interface DatabaseSettings {
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_HOST?: string | undefined;
  readonly DATABASE_PORT: number;
  readonly DATABASE_NAME?: string | undefined;
  readonly DATABASE_USER?: string | undefined;
  readonly DATABASE_PASSWORD?: string | undefined;
  readonly DATABASE_TLS?: string | undefined;
  readonly DATABASE_CA_FILE?: string | undefined;
  readonly CA_FILE?: string | undefined;
}

/**
 * The address of the database, from one setting or from several. Several settings need no percent-encoding of the
 * password.
 *
 * @returns null when the settings name no database
 * @throws Error when both forms are set
 */
export function databaseUrlOf(settings: DatabaseSettings): string | null {
  const { DATABASE_URL: whole, DATABASE_HOST: host } = settings;
  if (host === undefined) return whole ?? null;
  if (whole !== undefined)
    throw new Error('Set DATABASE_URL, or DATABASE_HOST and the other parts, not both.');
  const { DATABASE_USER: user = 'curvewell', DATABASE_PASSWORD: password } = settings;
  const who = [user, ...(password === undefined ? [] : [password])].map(encodeURIComponent).join(':');
  // An absolute path is the folder of the server's socket.
  const where = `${host.startsWith('/') ? encodeURIComponent(host) : host}:${settings.DATABASE_PORT}`;
  const name = encodeURIComponent(settings.DATABASE_NAME ?? 'curvewell');
  return `postgresql://${who}@${where}/${name}${tlsOf(settings)}`;
}

/**
 * The address of the database by way of its pooler: host and port differ.
 *
 * @param pooler - `host:port`
 * @returns null without a pooler
 * @throws Error when the settings name a pooler and no database
 */
export function poolerUrlOf(databaseUrl: string | null, pooler: string | undefined): string | null {
  if (pooler === undefined) return null;
  if (databaseUrl === null) throw new Error('DATABASE_POOLER needs DATABASE_URL or DATABASE_HOST as well.');
  return databaseUrl.replace(/(^\w+:\/\/(?:[^@/]*@)?)[^/?]*/, (_, start: string) => `${start}${pooler}`);
}

/** In libpq's sense: `require` alone trusts any certificate, and a named authority is there to be checked. */
function tlsOf({ DATABASE_CA_FILE, CA_FILE, DATABASE_TLS }: DatabaseSettings): string {
  const mode = DATABASE_TLS ?? (DATABASE_CA_FILE === undefined ? undefined : 'verify-full');
  // When the host name is not checked, trust only a named authority, not all authorities of Node.
  const authority = DATABASE_CA_FILE ?? (mode === 'verify-ca' ? CA_FILE : undefined);
  if (mode === undefined) return '';
  const query = new URLSearchParams({
    sslmode: mode,
    ...(authority === undefined ? {} : { sslrootcert: authority }),
    uselibpqcompat: 'true',
  });
  return `?${query.toString()}`;
}
