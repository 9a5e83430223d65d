import { colorSchema } from '@curvewell/domain';
import { z } from 'zod';

const KEY = 'curvewell.colours';
const MOST = 18;

/** Adds a colour at the front, without duplicates. */
export const withColour = (kept: readonly string[], color: string): readonly string[] =>
  [color, ...kept.filter((one) => one !== color)].slice(0, MOST);

/** The colours last chosen in this browser, newest first. */
export function recentColours(): readonly string[] {
  try {
    return z.array(colorSchema).parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    // Corrupt storage: start with an empty list.
    return [];
  }
}

export function rememberColour(color: string): void {
  localStorage.setItem(KEY, JSON.stringify(withColour(recentColours(), color)));
}
