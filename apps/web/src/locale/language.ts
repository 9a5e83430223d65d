/** The one language there is so far, the default and the fallback. */
export const LOCALE = 'en-GB';
