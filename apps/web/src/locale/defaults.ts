/** Defaults. The currency is not used yet. */
export const DEFAULTS = { language: 'en-GB', currency: 'USD' } as const;
