import type { AmplificationFault, WellAmplification } from '../settings/amplification.ts';

/** A Cq as it is shown: “27.4”. A tenth of a cycle is what replicates scatter by. */
export const cqText = (cq: number): string => cq.toFixed(1);

const FAULTS: Readonly<Record<AmplificationFault, string>> = {
  'no-data': 'the run has no amplification of this well in this channel',
  'too-few-cycles': 'its amplification curve has too few cycles',
  'missing-cycles': 'its amplification curve has missing cycles',
  'not-finite': 'its amplification curve has readings that are not numbers',
  constant:
    'its amplification curve stays at one value, as without a signal or at the ceiling of the detector',
  unclear: 'its amplification curve barely rises above its noise',
  'not-exponential': 'its amplification curve rises, but not as a product does',
  'rising-at-start': 'its amplification curve rises before its baseline is read',
  'rising-at-end': 'its amplification curve only begins to rise in the last cycles',
  'at-ceiling': 'its amplification curve may be at the ceiling of the detector',
  'too-noisy': 'its amplification curve is so noisy that a product would not be seen',
  'ends-early': 'its amplification curve ends before the latest cycle',
  'sources-differ': 'the file and its curve give different answers',
  'cross-talk':
    'what amplifies may be the signal of another channel, which the analyser reads in this one as well',
};

/** “the run has no amplification of this well in this channel” */
export const amplificationFaultText = (fault: AmplificationFault): string => FAULTS[fault];

const SOURCES = { file: 'from the file', curve: 'computed from the curve' } as const;

/** “Cq 27.4, at most 35 (from the file)”, “no Cq (computed from the curve)”, or why it is not known. */
export function amplificationFigures({ outcome, fault, cq, source, latestCycle }: WellAmplification): string {
  if (outcome === 'not-known' || source === null)
    return fault === null ? 'not known' : amplificationFaultText(fault);
  if (cq === null) return `no Cq (${SOURCES[source]})`;
  const limit = outcome === 'amplified' ? `at most ${latestCycle}` : `later than ${latestCycle}`;
  return `Cq ${cqText(cq)}, ${limit} (${SOURCES[source]})`;
}

const OUTCOMES = {
  amplified: 'Amplified',
  'not-amplified': 'Not amplified',
  'not-known': 'Not known if amplified',
} as const;

/** “FAM: Amplified: Cq 27.4, at most 35 (from the file).”, one sentence for each channel that rules ask for. */
export const amplificationTexts = ({
  amplification = [],
}: {
  readonly amplification?: readonly WellAmplification[] | undefined;
}): string[] =>
  amplification.map((one) => `${one.channel}: ${OUTCOMES[one.outcome]}: ${amplificationFigures(one)}.`);
