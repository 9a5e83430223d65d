/** What is used unless another is chosen. Nothing costs anything yet. */
export const DEFAULTS = { language: 'en-GB', currency: 'USD' } as const;
