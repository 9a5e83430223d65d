import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** scrypt's cost, block size and parallelism (OWASP 2023: 64 MiB, about 0.15 s). */
const PARAMETERS = { N: 2 ** 16, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** `scrypt$N$r$p$salt$key`; stores the parameters, so that old hashes stay valid when they change. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, PARAMETERS);
  const { N, r, p } = PARAMETERS;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [method, N, r, p, salt, key] = hash.split('$');
  if (method !== 'scrypt' || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64url');
  const found = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return found.length === expected.length && timingSafeEqual(found, expected);
}

/** Takes as long as a check and always fails, so that an unknown login looks like a wrong password. */
export async function refuseInConstantTime(password: string): Promise<false> {
  await derive(password, Buffer.alloc(SALT_BYTES), PARAMETERS);
  return false;
}

function derive(
  password: string,
  salt: Buffer,
  { N, r, p }: { readonly N: number; readonly r: number; readonly p: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
