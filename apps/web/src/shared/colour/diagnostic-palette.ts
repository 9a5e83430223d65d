import {
  builtInDiagnostic,
  type BuiltInDiagnostic,
  DIAGNOSTIC_FILL,
  type DiagnosticColor,
  diagnosticLetters,
  diagnosticText,
  NO_CALL,
} from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import { colourMix, colourToContrast, contrast } from './colour.ts';

/**
 * The curve tone of each built-in diagnostic: at most 17° of hue from the fill, 3:1 on all backgrounds, and as far apart as
 * that permits, also for colour-blind eyes. Code, name and fill are shared with the reports.
 */
export const CURVE_TONE: Readonly<Record<BuiltInDiagnostic, Readonly<Record<Scheme, string>>>> = {
  HOMOZYGOUS_WILD_TYPE: { light: '#2c8db5', dark: '#1dceff' },
  HETEROZYGOUS: { light: '#ab7d00', dark: '#ffd900' },
  HOMOZYGOUS_MUTATED: { light: '#964b02', dark: '#df9100' },
  NEGATIVE: { light: '#7f877f', dark: '#b5b8ad' },
  TEST_OK: { light: '#386866', dark: '#5a8173' },
  TEST_KO: { light: '#630004', dark: '#c8532c' },
  HEALTHY: { light: '#56793b', dark: '#88c078' },
  SICK: { light: '#8b1d14', dark: '#ea664d' },
  ABNORMAL: { light: '#896ff1', dark: '#9b83fb' },
  HETEROZYGOUS_13910: { light: '#5e915a', dark: '#bbf6ac' },
  HETEROZYGOUS_13915: { light: '#80668d', dark: '#b39db4' },
  HETEROZYGOUS_14009: { light: '#2a8261', dark: '#009f73' },
  HETEROZYGOUS_14010: { light: '#997992', dark: '#9980ab' },
  HOMOZYGOUS_MUTATED_13910: { light: '#7244b4', dark: '#9365b0' },
  HOMOZYGOUS_MUTATED_13915: { light: '#753f41', dark: '#aa6656' },
  HOMOZYGOUS_MUTATED_14009: { light: '#424b5f', dark: '#82848e' },
  HOMOZYGOUS_MUTATED_14010: { light: '#480e82', dark: '#8e61eb' },
};

export type Scheme = 'light' | 'dark';

/** The darkest background of curves in the light theme, and the lightest in the dark one: the second zone. */
export const ZONE_GROUND = { light: '#e8e8e9', dark: '#2c2f34' } as const;

/** WCAG 2.2 minimum for graphical objects. */
const CURVE_CONTRAST = 3;

/** Black or white, whichever has more contrast with the fill. */
export function textOn(fill: string): '#000000' | '#ffffff' {
  return contrast(fill, '#ffffff') > contrast(fill, '#000000') ? '#ffffff' : '#000000';
}

/** The edge of a filled shape; its contrast does not depend on the fill. */
export function edgeOf(fill: string, scheme: Scheme): string {
  return scheme === 'light' ? colourMix(fill, '#000000', 0.42) : colourMix(fill, '#ffffff', 0.25);
}

/** The curve tone for any colour: same hue, at least 3:1 on all backgrounds. */
export function curveToneOf(fill: string, scheme: Scheme): string {
  return colourToContrast(fill, ZONE_GROUND[scheme], CURVE_CONTRAST);
}

/** The appearance of a result. Colour is never shown without code or name. */
export interface DiagnosticLook {
  readonly code: string;
  readonly name: string;
  /** Null without a diagnostic: drawn hollow with a dashed edge. */
  readonly fill: string | null;
  readonly text: string;
  readonly edge: string;
  readonly curve: string;
}

/** For a diagnostic without a colour. */
const UNKNOWN_FILL = '#b3b9ad';
/** `ink2` of the theme; no result has this colour. */
const NO_CALL_TONE: Record<Scheme, string> = { light: '#434c58', dark: '#bcc5cf' };

/**
 * The appearance of a diagnostic, or of none (`?`). Text, edge and curve tone of a laboratory's own colour
 * follow the rules of the palette.
 */
export function diagnosticLook(
  result: {
    readonly diagnostic: string;
    readonly label?: string | null;
    readonly color?: string | null;
    /** The kit's own letters; if omitted, those of the catalogue. */
    readonly letters?: string | undefined;
  } | null,
  scheme: Scheme,
): DiagnosticLook {
  if (result === null || result.diagnostic === NO_CALL) {
    const tone = NO_CALL_TONE[scheme];
    return { code: '?', name: text.plate.noCall, fill: null, text: tone, edge: tone, curve: tone };
  }
  const name = result.diagnostic;
  const known = builtInDiagnostic(name);
  const fill = (result.color ?? (known ? DIAGNOSTIC_FILL[known] : UNKNOWN_FILL)).toLowerCase();
  return {
    code: diagnosticLetters({ diagnostic: { name, label: name }, letters: result.letters }),
    name: result.label ?? diagnosticText(name),
    fill,
    text: textOn(fill),
    edge: edgeOf(fill, scheme),
    curve: known && DIAGNOSTIC_FILL[known] === fill ? CURVE_TONE[known][scheme] : curveToneOf(fill, scheme),
  };
}

/** The appearance of a diagnostic of a kit, or of none. */
export const colorLook = (color: DiagnosticColor | null | undefined, scheme: Scheme): DiagnosticLook =>
  diagnosticLook(
    color
      ? {
          diagnostic: color.diagnostic.name,
          label: color.diagnosticLabel,
          color: color.color,
          letters: color.letters,
        }
      : null,
    scheme,
  );
