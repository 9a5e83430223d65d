import type { Run } from '@curvewell/domain';

import type { ReportedCheck } from '../../decisions/index.ts';
import { checkLines, type CheckLine } from '../check-lines.ts';
import { contentBox, DANGER, heading, MARGIN, roomFor } from './pdf-layout.ts';
import { artifact, leaf, type Part } from './pdf-tags.ts';
import { heightOf, INK, write } from './pdf-text.ts';

const BOX_PADDING = 5;
const SIZE = 8.5;

interface CheckOfRun {
  readonly checked: ReportedCheck;
  readonly run: Pick<Run, 'laboratoryTimeZone'>;
}

/** The doubts about the run and their answers, as on the screen. Returns the bottom edge. */
export function writeCheck(part: Part, { checked, run }: CheckOfRun, y: number): number {
  const from = heading(part, titleOf(checked), { y: roomFor(part.pdf, { y, height: 40 }) });
  const lines =
    checked.check === null
      ? [{ text: `${checked.why}.` }]
      : checkLines(checked.check, run.laboratoryTimeZone);
  return lines.reduce((at, line) => writeLine(part, line, at), from) + 6;
}

const SIGNED_TITLE = { submit: 'Check before submission', approve: 'Check before approval' } as const;

function titleOf({ check }: ReportedCheck): string {
  if (check === null) return 'Check';
  return check.signed === null ? 'Check, no decision yet' : SIGNED_TITLE[check.decision];
}

/** Returns the bottom edge. */
export function writeLine(
  part: Part,
  { text, isFramed = false, isDanger = false }: CheckLine,
  y: number,
): number {
  const { pdf } = part;
  const padding = isFramed ? BOX_PADDING : 0;
  const width = contentBox(pdf).width - 2 * padding;
  const weight = isFramed ? 600 : 400;
  const height = heightOf(pdf, text, { size: SIZE, width, weight }) + 2 * padding;
  const top = roomFor(pdf, { y, height });
  if (isFramed) {
    artifact(pdf, () => {
      pdf
        .rect(MARGIN, top, width + 2 * padding, height)
        .lineWidth(1)
        .stroke(DANGER);
    });
  }
  leaf(part, 'P', () =>
    write(pdf, text, {
      x: MARGIN + padding,
      y: top + padding,
      size: SIZE,
      width,
      weight,
      color: isDanger ? DANGER : INK,
    }),
  );
  return top + height + (isFramed ? 5 : 2);
}
