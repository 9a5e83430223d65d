import { colorSchema } from '@curvewell/domain';
import { z } from 'zod';

const KEY = 'curvewell.colours';
const MOST = 18;

/** A picked colour before those that were picked earlier, each once. */
export const withColour = (kept: readonly string[], color: string): readonly string[] =>
  [color, ...kept.filter((one) => one !== color)].slice(0, MOST);

/** The colours that were picked last in this browser, newest first. */
export function recentColours(): readonly string[] {
  try {
    return z.array(colorSchema).parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    // Written by something else: it is started again.
    return [];
  }
}

export function rememberColour(color: string): void {
  localStorage.setItem(KEY, JSON.stringify(withColour(recentColours(), color)));
}
