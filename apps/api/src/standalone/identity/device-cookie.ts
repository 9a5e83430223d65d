import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const NAME = 'curvewell-device';
/** As long as a network stays known after a sign-in. */
const KEPT_S = 90 * 24 * 3600;
const VALUE = /^([\w-]{43})\.([\w-]{22})\.([\w-]{43})$/;

/** A browser in which somebody has signed in. */
export interface Device {
  /** Digest of the login. */
  readonly account: string;
  readonly id: string;
}

/**
 * Browsers in which somebody has signed in carry a signed cookie, so that what others do in the same network does not
 * keep them out (device cookies, OWASP: "Slow Down Online Guessing Attacks with Device Cookies"). It opens nothing.
 */
export interface DeviceCookies {
  /** Of the browser that asks; null: none, or one that was not signed here. */
  readonly of: (request: IncomingMessage) => Device | null;
  /** The header that makes a browser a device of the login. */
  readonly headerFor: (login: string) => string;
}

/**
 * @param keys secrets; the newest comes first and signs
 * @param realm the address of the provider: the cookie goes there alone
 */
export function createDeviceCookies(keys: readonly string[], realm: URL): DeviceCookies {
  const signature = (key: string, account: string, id: string) =>
    createHmac('sha256', key).update(`device ${account} ${id}`).digest();
  return {
    of: ({ headers: { cookie = '' } }) => {
      const sent = cookie
        .split(';')
        .map((one) => one.trim())
        .find((one) => one.startsWith(`${NAME}=`));
      const [, account = '', id = '', signed = ''] = VALUE.exec(sent?.slice(NAME.length + 1) ?? '') ?? [];
      const mac = Buffer.from(signed, 'base64url');
      const isOurs =
        mac.length === 32 && keys.some((key) => timingSafeEqual(mac, signature(key, account, id)));
      return isOurs ? { account, id } : null;
    },
    headerFor: (login) => {
      const [key] = keys;
      if (key === undefined) throw new Error('the provider has a key for its cookies');
      const account = deviceAccount(login);
      const id = randomBytes(16).toString('base64url');
      const value = `${account}.${id}.${signature(key, account, id).toString('base64url')}`;
      const secure = realm.protocol === 'https:' ? '; Secure' : '';
      return `${NAME}=${value}; Path=${realm.pathname}; Max-Age=${KEPT_S}; HttpOnly; SameSite=Lax${secure}`;
    },
  };
}

/** A login as a device carries it. */
export const deviceAccount = (login: string): string =>
  createHash('sha256').update(login.trim().toLowerCase()).digest('base64url');
