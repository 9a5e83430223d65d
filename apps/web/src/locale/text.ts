import { DEFAULTS, textIn } from './language.ts';

/** Every word on the screens: `text.runs.empty`, `text.confirm.ok.cancel`. */
export const text = textIn(DEFAULTS.language);
