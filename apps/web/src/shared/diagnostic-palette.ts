import { colourDifference, colourMix, colourToContrast, COLOUR_VISIONS, contrast } from './colour.ts';
import type { ColourVision } from './colour.ts';

/** The 17 diagnostics of a plate: what stands on a well (`code`), its fill and the tone of its curve. */
export const DIAGNOSTIC_PALETTE = {
  HOMOZYGOUS_WILD_TYPE: {
    code: 'W',
    name: 'Homozygous wild type',
    fill: '#41cfff',
    light: '#2ba0ca',
    dark: '#0fcdff',
  },
  HETEROZYGOUS: { code: 'X', name: 'Heterozygous', fill: '#ffd60f', light: '#bb8e00', dark: '#ffd506' },
  HOMOZYGOUS_MUTATED: {
    code: 'M',
    name: 'Homozygous mutated',
    fill: '#c26e00',
    light: '#a05a02',
    dark: '#c97510',
  },
  NEGATIVE: { code: 'N', name: 'Negative', fill: '#b3b9ad', light: '#91968c', dark: '#b3b8ac' },
  TEST_OK: { code: 'OK', name: 'Test OK', fill: '#45746a', light: '#407268', dark: '#4c7971' },
  TEST_KO: { code: 'KO', name: 'Test KO', fill: '#690000', light: '#690001', dark: '#a9423a' },
  HEALTHY: { code: 'H', name: 'Healthy', fill: '#8abd6f', light: '#5e8743', dark: '#8abd70' },
  SICK: { code: 'S', name: 'Sick', fill: '#b02401', light: '#9c2000', dark: '#c82c0a' },
  ABNORMAL: { code: 'A', name: 'Abnormal', fill: '#9177f3', light: '#8d73f9', dark: '#967ef6' },
  HETEROZYGOUS_13910: {
    code: 'X1',
    name: 'Heterozygous 13910',
    fill: '#bef6af',
    light: '#6da15f',
    dark: '#bdf6ad',
  },
  HETEROZYGOUS_13915: {
    code: 'X2',
    name: 'Heterozygous 13915',
    fill: '#b09bb4',
    light: '#a08ba3',
    dark: '#b09bb4',
  },
  HETEROZYGOUS_14009: {
    code: 'X3',
    name: 'Heterozygous 14009',
    fill: '#0e9b71',
    light: '#20926b',
    dark: '#019b6f',
  },
  HETEROZYGOUS_14010: {
    code: 'X4',
    name: 'Heterozygous 14010',
    fill: '#916d9b',
    light: '#916d9b',
    dark: '#926d9b',
  },
  HOMOZYGOUS_MUTATED_13910: {
    code: 'M1',
    name: 'Homozygous mutated 13910',
    fill: '#7143b4',
    light: '#7143b5',
    dark: '#784fac',
  },
  HOMOZYGOUS_MUTATED_13915: {
    code: 'M2',
    name: 'Homozygous mutated 13915',
    fill: '#7a3f41',
    light: '#7b3f41',
    dark: '#8e5456',
  },
  HOMOZYGOUS_MUTATED_14009: {
    code: 'M3',
    name: 'Homozygous mutated 14009',
    fill: '#434c61',
    light: '#434c60',
    dark: '#5b6477',
  },
  HOMOZYGOUS_MUTATED_14010: {
    code: 'M4',
    name: 'Homozygous mutated 14010',
    fill: '#480182',
    light: '#480683',
    dark: '#8e59e2',
  },
} as const;

export type DiagnosticName = keyof typeof DIAGNOSTIC_PALETTE;
export const DIAGNOSTIC_NAMES = Object.keys(DIAGNOSTIC_PALETTE) as readonly DiagnosticName[]; // keys of the table above

export type Scheme = 'light' | 'dark';

/** The grounds that curves and wells stand on. */
const GROUND = { light: '#ffffff', dark: '#14171c' } as const;

/** WCAG 2.2: graphical objects have 3:1. */
const CURVE_CONTRAST = 3;

/** Black or white, whichever has more contrast on the fill. */
export function textOn(fill: string): '#000000' | '#ffffff' {
  return contrast(fill, '#ffffff') > contrast(fill, '#000000') ? '#ffffff' : '#000000';
}

/** The edge of a filled shape, so that its outline never depends on the fill. */
export function edgeOf(fill: string, scheme: Scheme): string {
  return scheme === 'light' ? colourMix(fill, '#000000', 0.42) : colourMix(fill, '#ffffff', 0.25);
}

/** The tone of a curve of any colour: its hue, at least 3:1 on the ground. */
export function curveToneOf(fill: string, scheme: Scheme): string {
  return colourToContrast(fill, GROUND[scheme], CURVE_CONTRAST);
}

export function isDiagnosticName(name: string): name is DiagnosticName {
  return Object.hasOwn(DIAGNOSTIC_PALETTE, name);
}

/** How a result looks: code and name always, colours beside them. */
export interface DiagnosticLook {
  readonly code: string;
  readonly name: string;
  /** Null: no diagnostic; drawn hollow with a dashed edge. */
  readonly fill: string | null;
  readonly text: string;
  readonly edge: string;
  readonly curve: string;
}

const UNRESOLVED: Record<Scheme, string> = { light: '#855000', dark: '#ffc868' };

/** `readable` of HETEROZYGOUS_13910: “Heterozygous 13910”. */
function readable(name: string): string {
  const words = name.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The look of a diagnostic, of none (`?`), and of one with a colour or label
 * that the laboratory picked; a picked colour gets text, edge and curve tone
 * by the rules of the palette.
 */
export function diagnosticLook(
  result: {
    readonly diagnostic: string;
    readonly label?: string | null;
    readonly color?: string | null;
  } | null,
  scheme: Scheme,
): DiagnosticLook {
  if (result === null) {
    const tone = UNRESOLVED[scheme];
    return { code: '?', name: 'No result', fill: null, text: tone, edge: tone, curve: tone };
  }
  const known = isDiagnosticName(result.diagnostic) ? DIAGNOSTIC_PALETTE[result.diagnostic] : null;
  const fill = (result.color ?? known?.fill ?? '#b3b9ad').toLowerCase();
  return {
    code: known?.code ?? result.diagnostic.slice(0, 2),
    name: result.label ?? known?.name ?? readable(result.diagnostic),
    fill,
    text: textOn(fill),
    edge: edgeOf(fill, scheme),
    curve: known?.fill === fill ? known[scheme] : curveToneOf(fill, scheme),
  };
}

/** The diagnostic whose colour is hardest to tell from this one, over all kinds of colour vision. */
export function nearestDiagnostic(
  color: string,
  except: DiagnosticName,
): { readonly diagnostic: DiagnosticName; readonly vision: ColourVision; readonly difference: number } {
  const pairs = DIAGNOSTIC_NAMES.filter((name) => name !== except).flatMap((diagnostic) =>
    COLOUR_VISIONS.map((vision) => ({
      diagnostic,
      vision,
      difference: colourDifference(color, DIAGNOSTIC_PALETTE[diagnostic].fill, vision),
    })),
  );
  return pairs.reduce((least, pair) => (pair.difference < least.difference ? pair : least));
}
