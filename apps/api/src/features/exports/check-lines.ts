import {
  answerTexts,
  controlsByHand,
  curveWells,
  diagnosticLetters,
  foldedWells,
  isGoodStandard,
  NO_CALL_LABEL,
  notSeen,
  plateText,
  wellsText,
  type CheckedStandard,
  type CheckedWell,
  type DiagnosticColor,
  type RunCheck,
} from '@curvewell/domain';

import { momentText } from './report-facts.ts';

export interface CheckLine {
  readonly text: string;
  /** Framed, so that it is not overlooked. */
  readonly isFramed?: boolean;
  readonly isDanger?: boolean;
}

/**
 * The check of the decision, or of the next one, in the order of the screen.
 *
 * @param timeZone that of the laboratory
 */
export function checkLines(check: RunCheck, timeZone: string): CheckLine[] {
  const { doubts, signed } = check;
  return [
    { text: plateText(doubts) },
    ...doubts.channels.map((channel) => ({ text: `${channel}: ${countsIn(check, channel)}` })),
    ...factLines(check),
    ...controlLines(check),
    ...standardLines(check),
    ...folded(unresolvedTitle(check), doubts.unresolved, ({ reason }) => reason),
    ...folded('Doubtful curves', curveWells(doubts), ({ texts }) => texts.join(' ')),
    ...listed(
      'Overrides',
      doubts.changedByHand,
      ({ from, reason, byName, at, ...well }) =>
        `${placeOf(well)} from ${resultText(from)} to ${resultText(well.found)}` +
        `${reason === null ? '' : `, “${reason}”`} (${byName}, ${momentText(at, timeZone)})`,
    ),
    ...flagLines(check),
    ...(signed === null ? [] : answerLines(check, signed)),
  ];
}

const unresolvedTitle = ({ doubts: { unresolved } }: RunCheck): string =>
  unresolved.some(({ isOfSample }) => isOfSample) ? 'No call, or no result of the sample' : NO_CALL_LABEL;

const placeOf = ({ position, channel }: Pick<CheckedWell, 'position' | 'channel'>) =>
  `${position} ${channel}`;

const resultText = (result: DiagnosticColor | null): string =>
  result === null ? NO_CALL_LABEL : `${diagnosticLetters(result)} ${result.diagnosticLabel}`;

function countsIn({ doubts }: RunCheck, channel: CheckedWell['channel']): string {
  return doubts.counts
    .flatMap(({ diagnostic, byChannel }) => {
      const count = byChannel[channel];
      return count === undefined ? [] : [`${count} ${resultText(diagnostic)}`];
    })
    .join(' · ');
}

/** A frame cannot span pages; each entry takes one or two lines. */
const LINES_IN_FRAME = 25;

function framed(head: string, texts: readonly string[]): CheckLine[] {
  return Array.from({ length: Math.ceil(texts.length / LINES_IN_FRAME) }, (_, part) => {
    const page = texts.slice(part * LINES_IN_FRAME, (part + 1) * LINES_IN_FRAME);
    const title = part === 0 ? `${head}:` : `${head}, continued:`;
    return { text: [title, ...page.map((one) => `– ${one}`)].join('\n'), isFramed: true, isDanger: true };
  });
}

/** Doubts about the plate, a kit, a lot or the files. */
const factLines = ({ doubts }: RunCheck): CheckLine[] =>
  framed(
    'Note before reading the results',
    doubts.facts.map(({ text }) => text),
  );

function controlLines({ doubts }: RunCheck): CheckLine[] {
  const { failedControls, wells } = doubts;
  if (wells.controls === 0) return [{ text: 'Controls: none on this plate.', isFramed: true }];
  const byHand = controlsByHand(doubts);
  if (failedControls.length === 0 && byHand.length > 0)
    return [
      {
        text: `Controls: ${wells.controls - byHand.length} of ${wells.controls} passed, overridden: ${byHand.join(', ')}.`,
        isFramed: true,
      },
    ];
  if (failedControls.length === 0)
    return [{ text: `Controls: ${wells.controls} of ${wells.controls} passed.` }];
  const failed = failedControls.map(
    ({ cause, marks, ...well }) =>
      `${placeOf(well)} ${cause}` +
      (marks === null ? '' : `, affects ${marks.samples} samples of ${marks.kit}, lot ${marks.lot}`),
  );
  if (failed.length === 1)
    return [{ text: `Failed controls: ${failed[0] ?? ''}`, isFramed: true, isDanger: true }];
  return framed('Failed controls', failed);
}

function standardLines({ doubts }: RunCheck): CheckLine[] {
  const { standards } = doubts;
  if (standards.length === 0) return [];
  const wrong = standards.filter((one) => !isGoodStandard(one));
  const right = standards.length - wrong.length;
  return [
    { text: `Standards: ${right} of ${standards.length} results as expected.` },
    ...wrong.map((well) => ({ text: `${placeOf(well)} ${standardText(well)}`, isDanger: true })),
  ];
}

function standardText({ expected, found, isAsExpected, outOfRange, changed }: CheckedStandard): string {
  const unlike = `expected ${resultText(expected)}, found ${resultText(found)}: not as expected`;
  const more = [outOfRange, changed].filter((one) => one !== null);
  return [...(isAsExpected ? [] : [unlike]), ...more].join('; ');
}

function listed<Well extends CheckedWell>(
  title: string,
  wells: readonly Well[],
  textOf: (well: Well) => string,
): CheckLine[] {
  if (wells.length === 0) return [{ text: `${title}: none.` }];
  return [{ text: `${title}: ${wellsText(wells)}` }, ...wells.map((well) => ({ text: `– ${textOf(well)}` }))];
}

/** Groups wells with the same reason into one line. */
function folded<Well extends CheckedWell>(
  title: string,
  wells: readonly Well[],
  textOf: (well: Well) => string,
): CheckLine[] {
  if (wells.length === 0) return [{ text: `${title}: none.` }];
  const rows = foldedWells(wells, textOf).map(({ wells: [first, ...others], text }) => ({
    text:
      others.length === 0
        ? `– ${placeOf(first)} ${text}`
        : `– ${others.length + 1} wells in ${first.channel}: ${text} ${[first, ...others].map(({ position }) => position).join(', ')}`,
  }));
  return [{ text: `${title}: ${wellsText(wells)}` }, ...rows];
}

function flagLines(check: RunCheck): CheckLine[] {
  const { nearBorder, plate, notAnalysed } = check.doubts;
  const seen = nearBorder.length - notSeen(check).length;
  const places = (wells: readonly CheckedWell[]) => wells.map(placeOf).join(', ');
  const texts = [
    ...(nearBorder.length === 0
      ? []
      : [
          `Borderline: ${places(nearBorder)}` +
            (check.signed === null ? '' : ` (${seen} of ${nearBorder.length} seen)`),
        ]),
    ...plate.map(({ text, positions }) => [text, positions.join(', ')].filter(Boolean).join(': ')),
    ...(notAnalysed.length === 0 ? [] : [`Wells not analysed: ${notAnalysed.length}`]),
  ];
  return texts.map((text) => ({ text }));
}

const DONE = { submit: 'Submitted', approve: 'Approved' } as const;

function answerLines(
  check: RunCheck,
  { answers, isAgainstRule, byName, decision }: NonNullable<RunCheck['signed']>,
): CheckLine[] {
  return [
    ...answerTexts(check, answers).map((text) => ({ text: `${text}, ${byName}` })),
    ...(isAgainstRule
      ? [{ text: `${DONE[decision]} against the laboratory's rule.`, isFramed: true, isDanger: true }]
      : []),
  ];
}
