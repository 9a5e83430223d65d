import { DEFAULTS, textIn } from './language.ts';

/** All texts on the screens: `text.runs.empty`, `text.confirm.ok.cancel`. */
export const text = textIn(DEFAULTS.language);
