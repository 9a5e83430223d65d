import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const COOKIE = 'curvewell-theme';
const A_YEAR_S = 31_536_000;

/**
 * Keeps Light / Dark / System in a cookie of this browser: signing out empties the
 * storage, and the theme is to outlive that.
 */
export function cookieColorSchemeManager(): MantineColorSchemeManager {
  return {
    get: (fallback) => {
      const value = new RegExp(`(?:^|; )${COOKIE}=(light|dark|auto)`).exec(document.cookie)?.[1];
      return (value as MantineColorScheme | undefined) ?? fallback; // the pattern lets only these three through
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
