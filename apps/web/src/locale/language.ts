import { DEFAULTS } from './defaults.ts';
import * as catalogue from './en-GB/index.ts';

/** Every language there is. A new one has to name every text, or it does not compile. */
const CATALOGUES: Readonly<Record<string, typeof catalogue>> = { [DEFAULTS.language]: catalogue };

/** The texts of a language; those of en-GB where there are none. */
export function textIn(language: string): typeof catalogue {
  return CATALOGUES[language] ?? catalogue;
}
