import { catalogue } from './en-GB/index.ts';

/** Every word on the screens: `text.runs.empty`, `text.confirm.ok.cancel`. */
export const text = catalogue;
