import { catalogue } from './en-GB/index.ts';

/** What is used unless another is chosen. Nothing costs anything yet. */
export const DEFAULTS = { language: 'en-GB', currency: 'USD' } as const;

/** Every language there is. A new one has to name every text, or it does not compile. */
const CATALOGUES: Readonly<Record<string, typeof catalogue>> = { [DEFAULTS.language]: catalogue };

/** The texts of a language; those of en-GB where there are none. */
export function textIn(language: string): typeof catalogue {
  return CATALOGUES[language] ?? catalogue;
}
