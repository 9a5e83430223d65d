import { DEFAULTS } from './defaults.ts';
import * as catalogue from './en-GB/index.ts';

/** All languages. A catalogue with a missing text does not compile. */
const CATALOGUES: Readonly<Record<string, typeof catalogue>> = { [DEFAULTS.language]: catalogue };

/** The texts of a language, or of en-GB if there are none. */
export function textIn(language: string): typeof catalogue {
  return CATALOGUES[language] ?? catalogue;
}
