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

/** The curve tone of each built-in diagnostic. Code, name and fill are shared with the reports. */
export const CURVE_TONE: Readonly<Record<BuiltInDiagnostic, Readonly<Record<Scheme, string>>>> = {
  HOMOZYGOUS_WILD_TYPE: { light: '#2ba0ca', dark: '#0fcdff' },
  HETEROZYGOUS: { light: '#bb8e00', dark: '#ffd506' },
  HOMOZYGOUS_MUTATED: { light: '#a05a02', dark: '#c97510' },
  NEGATIVE: { light: '#91968c', dark: '#b3b8ac' },
  TEST_OK: { light: '#407268', dark: '#4c7971' },
  TEST_KO: { light: '#690001', dark: '#a9423a' },
  HEALTHY: { light: '#5e8743', dark: '#8abd70' },
  SICK: { light: '#9c2000', dark: '#c82c0a' },
  ABNORMAL: { light: '#8d73f9', dark: '#967ef6' },
  HETEROZYGOUS_13910: { light: '#6da15f', dark: '#bdf6ad' },
  HETEROZYGOUS_13915: { light: '#a08ba3', dark: '#b09bb4' },
  HETEROZYGOUS_14009: { light: '#20926b', dark: '#019b6f' },
  HETEROZYGOUS_14010: { light: '#916d9b', dark: '#926d9b' },
  HOMOZYGOUS_MUTATED_13910: { light: '#7143b5', dark: '#784fac' },
  HOMOZYGOUS_MUTATED_13915: { light: '#7b3f41', dark: '#8e5456' },
  HOMOZYGOUS_MUTATED_14009: { light: '#434c60', dark: '#5b6477' },
  HOMOZYGOUS_MUTATED_14010: { light: '#480683', dark: '#8e59e2' },
};

export type Scheme = 'light' | 'dark';

/** The backgrounds of curves and wells. */
const GROUND = { light: '#ffffff', dark: '#14171c' } as const;

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

/** The curve tone for any colour: same hue, at least 3:1 on the background. */
export function curveToneOf(fill: string, scheme: Scheme): string {
  return colourToContrast(fill, GROUND[scheme], CURVE_CONTRAST);
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
