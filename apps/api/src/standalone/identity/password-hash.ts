import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** scrypt's cost, block size and parallelism (OWASP 2023: 64 MiB, about 0.15 s). */
const PARAMETERS = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 2 ** 20 };
const PREFIX = `scrypt$${PARAMETERS.N}$${PARAMETERS.r}$${PARAMETERS.p}`;
const KEY_BYTES = 32;

const scryptAsync = promisify<string, Buffer, number, typeof PARAMETERS, Buffer>(scrypt);
const derive = (password: string, salt: Buffer) =>
  scryptAsync(password.normalize('NFKC'), salt, KEY_BYTES, PARAMETERS);

/** `scrypt$N$r$p$salt$key` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return [PREFIX, salt.toString('base64url'), (await derive(password, salt)).toString('base64url')].join('$');
}

/** Without a hash it takes as long and fails, so that an unknown login looks like a wrong password. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [salt = '', key = ''] = hash?.slice(PREFIX.length + 1).split('$') ?? [];
  const expected = Buffer.from(key, 'base64url');
  const found = await derive(password, Buffer.from(salt, 'base64url'));
  return found.length === expected.length && timingSafeEqual(found, expected);
}
