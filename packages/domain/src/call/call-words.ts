import { isAmplificationOpen } from '../settings/amplification.ts';
import { amplificationChannel, type ExpressionOperator, NO_ZONES_LABEL, usesShape } from '../kit/assay.ts';
import { diagnosticText } from '../diagnostics/diagnostic-color.ts';
import { degreesText, figureTexts } from '../text/figure-text.ts';
import { listText } from '../text/list-text.ts';
import { FLAG_CONSEQUENCES, stoppingFlags } from './flag-consequences.ts';
import { shapeGroupText } from './shape-words.ts';
import type { CallExplanation, Peak, PeakRejection } from './well-call.ts';

/** Wording of calls, shared by screen, workbook and report. */

/** `55.22 ± 0.004 °C` */
export const tmText = ({ tm, tmError }: Pick<Peak, 'tm' | 'tmError'>): string =>
  tmError === null ? degreesText(tm) : `${tm.toFixed(2)} ± ${tmError.toFixed(3)} °C`;

const REJECTION: Readonly<Record<PeakRejection, (measured: string, limit: string) => string>> = {
  'height-below-threshold': (measured, limit) => `height ${measured} below threshold ${limit}`,
  'significance-below-threshold': (measured, limit) =>
    `significance ${measured} below slope threshold ${limit}`,
  'quality-below-threshold': (measured, limit) => `quality ${measured} below threshold ${limit}`,
  'small-beside-highest': (measured, limit) =>
    `height ${measured} too small relative to the highest peak, at least ${limit}`,
  'too-narrow': (measured, limit) => `width ${measured} °C narrower than ${limit} °C`,
  'too-wide': (measured, limit) => `width ${measured} °C wider than ${limit} °C`,
  'tm-uncertain': (measured, limit) => `temperature uncertain by ${measured} °C, at most ${limit} °C`,
  'zone-height-below-threshold': (measured, limit) =>
    `height ${measured} below the threshold of the zone ${limit}`,
  'zone-quality-below-threshold': (measured, limit) =>
    `quality ${measured} below the threshold of the zone ${limit}`,
  'within-template': (measured, limit) =>
    `slope ${measured} within what the template of the higher peak explains, up to ${limit}`,
};

/** Why a peak does not count: “height 0.21 below threshold 0.35”; null: it counts. */
export function rejectionText({ reason, measured, limit }: Peak): string | null {
  return reason === null ? null : REJECTION[reason](...figureTexts(measured ?? 0, limit ?? 0));
}

/** Words, because the fonts of screen and report lack some of the symbols. */
export const OPERATOR_WORDS: Readonly<Record<ExpressionOperator, string>> = {
  LT: 'below',
  LTE: 'at most',
  GT: 'above',
  GTE: 'at least',
  IS: 'is',
  IS_NOT: 'is not',
};

/** The diagnostic of a rule, or that it has none. */
export const calledText = (diagnostic: string | null): string =>
  diagnostic === null ? 'no diagnostic' : diagnosticText(diagnostic);

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

/** Why no rule applied to a well that no flag stopped. */
export function noRuleText(
  call: PeaksOfCall & Pick<CallExplanation, 'outsideDiagnostic' | 'triedRules' | 'shape' | 'amplification'>,
  called: (diagnostic: string) => string = calledText,
): string {
  if (call.outsideDiagnostic !== undefined)
    return `A peak ${IN_NO_ZONE} has a result of the kit: ${called(call.outsideDiagnostic)}`;
  if (isOnlyOutside(call) && call.triedRules.length === 0)
    return `No row of the rules is tried for a peak ${IN_NO_ZONE}: no diagnostic`;
  const open = [
    ...(call.triedRules.some(usesShape) ? [openShapeText(call.shape)] : []).flatMap((shape) =>
      shape === null ? [] : [`the shape of the curve ${shape}`],
    ),
    ...openChannels(call).map((channel) => `it is not known if ${channel} has amplified`),
  ];
  return open.length === 0
    ? `No row of the rules holds for ${call.combination}: no diagnostic`
    : `No row of the rules holds for certain for ${call.combination}, because ${open.join(' and ')}: no diagnostic`;
}

/** The channels of conditions whose answer is not known. */
function openChannels({ triedRules, amplification }: Pick<CallExplanation, 'triedRules' | 'amplification'>) {
  const open = triedRules.flatMap(({ expressions }) =>
    expressions.flatMap((one) =>
      isAmplificationOpen(one, amplification) ? [amplificationChannel(one) ?? ''] : [],
    ),
  );
  return [...new Set(open)];
}

/** How a shape leaves open which rule holds; null: it does not. */
function openShapeText(shape: CallExplanation['shape']): string | null {
  if (shape === undefined) return 'was not compared';
  if (shape.outcome === 'not-known') return 'is not known';
  return shape.outcome === 'between' ? `is ${shapeGroupText(shape)}` : null;
}

/** Replaces the zone letters, or NONE, of a well whose only peaks lie outside all zones. */
export const IN_NO_ZONE = 'in no zone';

type PeaksOfCall = Pick<CallExplanation, 'combination'> & {
  readonly phases: readonly { readonly peaks: readonly Pick<Peak, 'accepted'>[] }[];
};

/** Whether peaks count but none lies in a zone, which differs from NONE. */
export const isOnlyOutside = ({ combination, phases }: PeaksOfCall): boolean =>
  combination === NO_ZONES_LABEL && phases.some(({ peaks }) => peaks.some(({ accepted }) => accepted));

/** “A + B”; “NONE”: no peak counts; “in no zone”: peaks count outside all zones only. */
export const hitText = (call: PeaksOfCall): string => (isOnlyOutside(call) ? IN_NO_ZONE : call.combination);

/** The data that determines a call. */
type CallGrounds = Pick<CallExplanation, 'phases' | 'combination' | 'flags' | 'sampleType' | 'diagnostic'>;

/** The explanation of a call: “Peaks A 55.22 °C and B 60.81 °C: A + B”. */
export function callSentence(explanation: CallGrounds): string {
  const peaks = peaksSentence(explanation);
  const stops = stoppingFlags(explanation);
  if (stops.length === 0) return peaks;
  const isControl = ['NEGATIVE_TEST', 'POSITIVE_TEST'].includes(explanation.sampleType);
  const reasons = [...new Set(stops.map(({ code }) => FLAG_CONSEQUENCES[code].short))].join(', ');
  return `${peaks}, but ${reasons}: ${isControl ? 'the control fails' : 'no call'}`;
}

function peaksSentence({ phases, combination }: CallGrounds): string {
  const isOutside = isOnlyOutside({ phases, combination });
  const accepted = phases
    .map(({ type, peaks }) => ({ type, peaks: peaks.filter(({ accepted: counts }) => counts) }))
    .filter(({ peaks }) => peaks.length > 0)
    // ANNEAL first, as in the chart.
    .sort((first, second) => first.type.localeCompare(second.type));
  const count = accepted.reduce((sum, { peaks }) => sum + peaks.length, 0);
  if (count === 0) return `No peak counts: ${combination}`;
  const parts = accepted.map(({ type, peaks }) => {
    const words = listed(peaks, isOutside);
    return accepted.length > 1 ? `${type} ${words}` : words;
  });
  const text = `${count === 1 ? 'Peak' : 'Peaks'} ${parts.join('; ')}`;
  return isOutside ? `${text} ${IN_NO_ZONE}` : `${text}: ${combination}`;
}

/** “A 55.22 °C and B 60.81 °C”, by temperature. */
function listed(peaks: readonly Peak[], isOutside: boolean): string {
  const words = [...peaks]
    .sort((first, second) => first.tm - second.tm)
    .map(({ zone, tm }) => (isOutside ? '' : `${zone ?? 'outside zones'} `) + degreesText(tm));
  return listText(words);
}
