import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const COOKIE = 'curvewell-theme';
const A_YEAR_S = 31_536_000;

/** Stores Light / Dark / System in a cookie, which survives sign-out, unlike local storage. */
export function cookieColorSchemeManager(): MantineColorSchemeManager {
  return {
    get: (fallback) => {
      const value = new RegExp(`(?:^|; )${COOKIE}=(light|dark|auto)`).exec(document.cookie)?.[1];
      return (value as MantineColorScheme | undefined) ?? fallback; // the pattern matches only these three values
    },
    set: (value) => {
      document.cookie = `${COOKIE}=${value}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Strict`;
    },
    subscribe: () => undefined,
    unsubscribe: () => undefined,
    clear: () => {
      document.cookie = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Strict`;
    },
  };
}
