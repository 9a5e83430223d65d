/** All texts on the screens: `text.runs.empty`, `text.confirm.ok.cancel`. */
export * as text from './en-GB/index.ts';
