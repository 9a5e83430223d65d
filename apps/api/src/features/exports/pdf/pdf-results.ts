import { diagnosticLetters, NO_CALL_LABEL, shownDiagnostic, type DiagnosticColor } from '@curvewell/domain';
import type { DrawnWell } from '../../interpretation/chart/chart-wells.ts';

/** The look of a result on paper; the code and the name are always printed beside the colour. */
export interface ResultLook {
  readonly code: string;
  readonly label: string;
  /** Null: no fill, for no call. */
  readonly fill: string | null;
  /** Black or white, whichever contrasts more with the fill. */
  readonly text: string;
  /** The fill colour, darkened until a line is visible on white. */
  readonly curve: string;
}

const NO_CALL_LOOK: ResultLook = {
  code: '?',
  label: NO_CALL_LABEL,
  fill: null,
  text: '#855000',
  curve: '#855000',
};

export function resultLook(well: DrawnWell): ResultLook {
  const color = shownDiagnostic(well)?.diagnosticColor ?? null;
  return color === null ? NO_CALL_LOOK : lookOf(color);
}

function lookOf(result: DiagnosticColor): ResultLook {
  const { color } = result;
  return {
    code: diagnosticLetters(result),
    label: result.diagnosticLabel,
    fill: color,
    text: luminance(color) > MIDDLE ? '#000000' : '#ffffff',
    curve: darkened(color),
  };
}

/** The luminance at which black and white contrast equally (WCAG). */
const MIDDLE = 0.179;
/** Luminance below which a line has 3:1 on white. */
const LINE_LUMINANCE = 0.3;

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}

/** Relative luminance, WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function darkened(color: string): string {
  let darker = color;
  while (luminance(darker) > LINE_LUMINANCE) {
    darker = `#${channels(darker)
      .map((value) =>
        Math.floor(value * 0.94)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
  }
  return darker;
}
