import {
  figureText,
  type FoundHeight,
  LEAST_SUGGESTION_WELLS,
  type ThresholdSuggestion,
} from '@curvewell/domain';

const wells = (count: number): string => (count === 1 ? '1 well' : `${count} wells`);
const at = ({ position, height }: FoundHeight): string => `${figureText(height)} (${position})`;

const LISTED = 3;
const listed = (positions: readonly string[]): string =>
  positions.length > LISTED
    ? `${positions.slice(0, LISTED).join(', ')} and ${positions.length - LISTED} more`
    : positions.join(', ');

/** Sentences about the controls and results of the wells. */
function notes({ doubtful, negatives, empty, contaminated }: ThresholdSuggestion): string {
  const doubts =
    doubtful === 0
      ? ''
      : doubtful === 1
        ? ' 1 doubtful well is not used.'
        : ` ${doubtful} doubtful wells are not used.`;
  const isByCurve = negatives === 0 && empty > 0;
  const hidden =
    contaminated.length === 0
      ? ''
      : ` ${contaminated.length === 1 ? 'A negative control has a peak' : 'Negative controls have peaks'} (${listed(contaminated)}): a higher threshold may hide a contamination.`;
  return `${doubts}${hidden}${isByCurve ? ' None of these wells is a negative control: a small product may count as noise, or noise as a product.' : ''}`;
}

function suggested(suggestion: ThresholdSuggestion): string {
  const { outcome, value, noise, peak, empty, full } = suggestion;
  const least = LEAST_SUGGESTION_WELLS;
  if (outcome === 'too-few') {
    const kind =
      empty < full ? `${empty} of ${least} without a product` : `${full} of ${least} with a product`;
    return `Too few wells to suggest a threshold (${kind}).`;
  }
  if (noise === null || peak === null) return '';
  if (outcome === 'no-gap' || value === null)
    return `Noise reaches ${at(noise)}, the lowest peak is ${at(peak)}: no threshold separates them.${notes(suggestion)}`;
  return `Suggested: ${figureText(value)} RFU/°C. The highest of ${wells(empty)} without a product reaches ${at(noise)}, the lowest true peak of ${wells(full)} is ${at(peak)}.${notes(suggestion)}`;
}

/** The limits of a phase, and the suggested threshold. */
export const kitThreshold = {
  explained: {
    minThreshold:
      'The height that a peak must reach, in RFU/°C above its background. Small by-products then do not count.',
    slopeThreshold:
      'How many standard errors a peak must rise above the noise of its own curve. Noise alone reaches 4.72 about once in a million cases.',
    minQuality:
      'From 0 to 1. Three figures are multiplied: how certain a peak is, how well the melt of one product fits it, and how well it is separated from other peaks. With a lower limit, doubtful peaks count.',
  },
  suggested,
  open: (value: number) => `Suggested: ${figureText(value)} RFU/°C`,
  openFor: (value: number, phase: string) =>
    `Suggested: ${figureText(value)} RFU/°C for ${phase}, show the reason`,
  isSet: 'This is the current threshold.',
  effect: (value: number, changed: readonly string[]) =>
    changed.length === 0
      ? `With ${figureText(value)} no well of this run changes.`
      : `With ${figureText(value)} ${changed.length === 1 ? '1 well changes' : `${changed.length} wells change`}: ${listed(changed)}.`,
  use: (value: number) => `Use ${figureText(value)}`,
  useFor: (value: number, phase: string) => `Use ${figureText(value)} as the threshold of ${phase}`,
  highestEmpty: (found: FoundHeight) => `Highest without a product ${at(found)}`,
  lowestPeak: (found: FoundHeight) => `Lowest true peak ${at(found)}`,
  mark: (value: number) => `Suggested ${figureText(value)}`,
};
