import type { Operator } from './assay.ts';
import { DIAGNOSTIC_LABEL, diagnosticNameSchema } from './diagnostic-color.ts';
import type { CallExplanation, CallFlag, Peak, PeakRejection } from './well-call.ts';

/** Words for the figures of a call. They are the same on the screen, in the workbook and in the report. */

const DIGITS = 3;
const MOST_DIGITS = 8;

/** A figure as it is told: three digits that count. */
export const figureText = (value: number, digits = DIGITS): string =>
  String(Number(value.toPrecision(digits)));

/** A figure beside its limit, with as many digits as it takes to tell them apart. */
export function figureTexts(measured: number, limit: number): readonly [measured: string, limit: string] {
  let digits = DIGITS;
  while (
    digits < MOST_DIGITS &&
    measured !== limit &&
    figureText(measured, digits) === figureText(limit, digits)
  )
    digits += 1;
  return [figureText(measured, digits), figureText(limit, digits)];
}

export const degreesText = (value: number): string => `${value.toFixed(2)} °C`;

/** `55.22 ± 0.004 °C` */
export const tmText = ({ tm, tmError }: Pick<Peak, 'tm' | 'tmError'>): string =>
  tmError === null ? degreesText(tm) : `${tm.toFixed(2)} ± ${tmError.toFixed(3)} °C`;

const REJECTION: Readonly<Record<PeakRejection, (measured: string, limit: string) => string>> = {
  'height-below-threshold': (measured, limit) => `height ${measured} below threshold ${limit}`,
  'significance-below-threshold': (measured, limit) =>
    `significance ${measured} below slope threshold ${limit}`,
  'quality-below-threshold': (measured, limit) => `quality ${measured} below threshold ${limit}`,
  'small-beside-highest': (measured, limit) =>
    `height ${measured} small beside the highest peak, at least ${limit}`,
  'too-narrow': (measured, limit) => `width ${measured} °C narrower than ${limit} °C`,
  'too-wide': (measured, limit) => `width ${measured} °C wider than ${limit} °C`,
  'tm-uncertain': (measured, limit) => `temperature uncertain by ${measured} °C, at most ${limit} °C`,
  'zone-height-below-threshold': (measured, limit) =>
    `height ${measured} below the threshold of the zone ${limit}`,
  'zone-quality-below-threshold': (measured, limit) =>
    `quality ${measured} below the threshold of the zone ${limit}`,
};

/** Why a peak does not count: “height 0.21 below threshold 0.35”; null for one that does. */
export function rejectionText({ reason, measured, limit }: Peak): string | null {
  return reason === null ? null : REJECTION[reason](...figureTexts(measured ?? 0, limit ?? 0));
}

/** In words: the fonts of screen and report do not have all the signs. */
export const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  LT: 'below',
  LTE: 'at most',
  GT: 'above',
  GTE: 'at least',
};

/** What a rule calls: the diagnostic's words, or that there is none. */
export function calledText(diagnostic: string | null): string {
  const known = diagnosticNameSchema.safeParse(diagnostic);
  return known.success ? DIAGNOSTIC_LABEL[known.data] : (diagnostic ?? 'no diagnostic');
}

/** “Row 4: Heterozygous, A above B” */
export const ruleText = ({
  number,
  called,
  conditions,
}: {
  readonly number: number;
  readonly called: string;
  readonly conditions: string;
}): string => `Row ${number}: ${called}, ${conditions}`;

export const noRuleText = (combination: string): string =>
  `No row of the rules holds for ${combination}: no diagnostic`;

/** What a call is near to, or suffers from, with its figures. */
export function flagText({ code, phase, zone, temperature, measured, limit }: CallFlag): string {
  const where = phase === null ? '' : `${phase}: `;
  const [value, bound] = figureTexts(measured ?? 0, limit ?? 0);
  const degrees = degreesText(measured ?? 0);
  const place = degreesText(temperature ?? 0);
  switch (code) {
    case 'borderline-zone':
      return `${where}the peak at ${degrees} lies close to the edge of zone ${zone ?? ''}, ${degreesText(limit ?? 0)}.`;
    case 'borderline-threshold':
      return `${where}the height ${value} of a peak is close to the threshold ${bound}.`;
    case 'unexpected-peak':
      return `${where}the peak at ${degrees} lies outside all zones.`;
    case 'low-quality':
      return `${where}the quality ${value} of a peak is low, below ${bound}.`;
    case 'wide-peak':
      return `${where}the peak at ${place} is ${degrees} wide, wider than ${degreesText(limit ?? 0)}: it may hide others.`;
    case 'unresolved-melt':
      return `${where}the signal falls by ${value} RFU around ${place}, which no peak explains (noise explains ${bound}): not called.`;
    case 'uncounted-melt':
      return `${where}the signal falls by ${value} RFU around ${place} (noise explains ${bound}), but no peak there counts.`;
    case 'near-end':
      return `${where}the peak at ${place} lies close to the end of the readings, ${degreesText(limit ?? 0)}.`;
    case 'cut-off-melt':
      return `${where}the readings end at ${place} while the signal falls, by ${value} RFU in the last 5 °C (noise explains ${bound}): a peak may be cut off.`;
    case 'saturated':
      return `${where}${value} readings are at the detector’s limit and left out.`;
    case 'spike':
      return `${where}the reading at ${place} is ${value} RFU off and left out.`;
    case 'step':
      return `${where}the signal jumps by ${value} RFU at ${place}, between two readings: no melt.`;
    case 'too-few-readings':
      return `${where}${value} readings are too few, at least ${bound} are needed.`;
    case 'zone-not-covered':
      return `${where}zone ${zone ?? ''} is not covered: it reaches to ${degreesText(limit ?? 0)}, the readings to ${degrees}.`;
    case 'failed-control':
      return 'A control of this kit and lot has failed.';
  }
}

/** Whether something melts that no peak explains: whatever the rules say, the well is not called. */
export const isUnresolvedCall = ({ flags }: Pick<CallExplanation, 'flags'>): boolean =>
  flags.some(({ code }) => code === 'unresolved-melt');

/** What a call follows from. */
type CallGrounds = Pick<CallExplanation, 'phases' | 'combination' | 'flags' | 'sampleType'>;

/** Why a well was called as it was: “Peaks A 55.22 °C and B 60.81 °C: A + B”. */
export function callSentence(explanation: CallGrounds): string {
  const peaks = peaksSentence(explanation);
  if (!isUnresolvedCall(explanation)) return peaks;
  const isControl = ['NEGATIVE_TEST', 'POSITIVE_TEST'].includes(explanation.sampleType);
  return `${peaks}, but something melts that no peak explains: ${isControl ? 'the control fails' : 'not called'}`;
}

function peaksSentence({ phases, combination }: CallGrounds): string {
  const accepted = phases
    .map(({ type, peaks }) => ({ type, peaks: peaks.filter(({ accepted: counts }) => counts) }))
    .filter(({ peaks }) => peaks.length > 0)
    // ANNEAL first, as the chart has it.
    .sort((first, second) => first.type.localeCompare(second.type));
  const count = accepted.reduce((sum, { peaks }) => sum + peaks.length, 0);
  if (count === 0) return `No peak in any zone: ${combination}`;
  const parts = accepted.map(({ type, peaks }) =>
    accepted.length > 1 ? `${type} ${listed(peaks)}` : listed(peaks),
  );
  return `${count === 1 ? 'Peak' : 'Peaks'} ${parts.join('; ')}: ${combination}`;
}

/** “A 55.22 °C and B 60.81 °C”, by temperature. */
function listed(peaks: readonly Peak[]): string {
  const words = [...peaks]
    .sort((first, second) => first.tm - second.tm)
    .map(({ zone, tm }) => `${zone ?? 'outside zones'} ${degreesText(tm)}`);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
