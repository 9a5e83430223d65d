import { z } from 'zod';

import { trustProxies } from '../http/requests/client-address.ts';

export const set = z.string().optional();

/** Addresses and ranges, separated by commas. */
export const ranges = set.transform((list = '', context) => {
  try {
    return trustProxies(
      list
        .split(',')
        .map((proxy) => proxy.trim())
        .filter((proxy) => proxy !== ''),
    );
  } catch (error) {
    context.addIssue(
      `${error instanceof Error ? error.message : ''}: expected addresses or ranges, separated by commas`,
    );
    return z.NEVER;
  }
});

export const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback);
export const count = (fallback: number) => z.coerce.number().int().min(0).max(1000).default(fallback);
export const text = (fallback: string) => z.string().max(500).default(fallback);

/** A server: `host:port`. */
export const hostAndPort = z
  .string()
  .regex(/^[\w.-]+:\d{1,5}$/, 'expected host:port')
  .optional();
