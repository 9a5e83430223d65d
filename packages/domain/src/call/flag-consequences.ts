import { degreesText, figureTexts } from '../text/figure-text.ts';
import { diagnosticText } from '../diagnostics/diagnostic-color.ts';
import type { DoubtKind } from '../laboratory/laboratory-rules.ts';
import { replicatesText } from '../plate/replicates.ts';
import { shiftText } from '../settings/tm-shift.ts';
import type { CallExplanation, CallFlag, CallFlagCode } from './well-call.ts';

/** A mark on the plate beside a well's result. */
export type FlagMark = 'no-call' | 'doubt' | 'near';

/** The consequences of a flag wherever results are shown or sent. */
export interface FlagConsequence {
  /** Whether a well with this flag can still have a call. Algorithm 1.0.0 may have called it anyway. */
  readonly callable: boolean;
  /** Null: the flag concerns the whole plate and is shown above it. */
  readonly mark: FlagMark | null;
  /** The section of the check that lists the well. */
  readonly section: DoubtKind;
  /** A few words for status line, legend and lists. */
  readonly short: string;
  /** A sentence for panel, check, report, workbook, and the note of a FHIR observation. */
  readonly text: (figures: FlagFigures) => string;
  /** HL7's data-absent-reason for the missing result; null: there is a result. */
  readonly absent: 'unknown' | 'error' | 'not-performed' | null;
}

interface FlagFigures {
  /** “MELT: ”, or empty. */
  readonly where: string;
  readonly zone: string;
  readonly value: string;
  readonly bound: string;
  /** `measured`, `limit` and `temperature` in °C. */
  readonly degrees: string;
  readonly end: string;
  readonly place: string;
  readonly flag: CallFlag;
}

const NEAR = { callable: true, mark: 'near', section: 'nearBorder', absent: null } as const;
const DOUBT = { callable: true, mark: 'doubt', section: 'curves', absent: null } as const;
const NO_CALL = { callable: false, mark: 'no-call', section: 'unresolved', absent: 'unknown' } as const;

export const FLAG_CONSEQUENCES = {
  'borderline-zone': {
    ...NEAR,
    short: 'near the edge of a zone',
    text: ({ where, degrees, zone, end }) =>
      `${where}the peak at ${degrees} lies close to the edge of zone ${zone}, ${end}.`,
  },
  'borderline-threshold': {
    ...NEAR,
    short: 'near the threshold',
    text: ({ where, value, bound }) =>
      `${where}the height ${value} of a peak is close to the threshold ${bound}.`,
  },
  'unexpected-peak': {
    ...NO_CALL,
    short: 'melt in no zone',
    text: ({ where, degrees }) => `${where}the peak at ${degrees} lies in no zone.`,
  },
  'low-quality': {
    ...DOUBT,
    short: 'low quality',
    text: ({ where, value, bound }) => `${where}the quality ${value} of a peak is low, below ${bound}.`,
  },
  'wide-peak': {
    ...DOUBT,
    short: 'wide peak',
    text: ({ where, place, degrees, end }) =>
      `${where}the peak at ${place} is ${degrees} wide, wider than ${end}: it may hide other peaks.`,
  },
  'unresolved-melt': {
    ...NO_CALL,
    short: 'unexplained melt',
    text: ({ where, value, place, bound }) =>
      `${where}the signal falls by ${value} RFU around ${place}, which no peak explains (noise explains ${bound}).`,
  },
  'uncounted-melt': {
    ...DOUBT,
    short: 'melt that does not count',
    text: ({ where, value, place, bound, flag }) =>
      `${where}the signal falls by ${value} RFU around ${place} (noise explains ${bound}), but no peak there counts.${alikeText(flag)}`,
  },
  'near-end': {
    ...DOUBT,
    short: 'near the end of the readings',
    text: ({ where, place, end }) =>
      `${where}the peak at ${place} lies close to the end of the readings, ${end}.`,
  },
  'cut-off-melt': {
    ...NO_CALL,
    short: 'melt cut off',
    text: ({ where, place, value, bound }) =>
      `${where}the readings end at ${place} while the signal falls, by ${value} RFU in the last 5 °C (noise explains ${bound}): a peak may be cut off.`,
  },
  saturated: {
    ...DOUBT,
    short: 'saturated',
    text: ({ where, value }) => `${where}${value} readings are at the detector’s limit and were excluded.`,
  },
  spike: {
    ...DOUBT,
    short: 'spike',
    text: ({ where, place, value }) =>
      `${where}the reading at ${place} is ${value} RFU off and was excluded.`,
  },
  step: {
    ...DOUBT,
    short: 'step',
    text: ({ where, value, place }) =>
      `${where}the signal jumps by ${value} RFU at ${place}, between two readings: no melt.`,
  },
  'too-few-readings': {
    ...NO_CALL,
    absent: 'error',
    short: 'too few readings',
    text: ({ where, value, bound }) => `${where}${value} readings are too few, at least ${bound} are needed.`,
  },
  'zone-not-covered': {
    ...DOUBT,
    short: 'zone read in part',
    text: (figures) => unreadText(figures),
  },
  'failed-control': {
    callable: true,
    mark: null,
    section: 'failedControls',
    absent: null,
    short: 'control failed',
    text: ({ flag, where }) =>
      flag.phase === null
        ? 'A control of this kit and lot has failed.'
        : `${where}a standard that the shape is compared with, or a control of its lot, has failed.`,
  },
  'zone-not-read': {
    ...NO_CALL,
    absent: 'not-performed',
    short: 'zone not read',
    text: (figures) => unreadText(figures),
  },
  'phase-not-read': {
    ...NO_CALL,
    absent: 'not-performed',
    short: 'phase not read',
    text: ({ flag }) => `${flag.phase ?? ''} was not read, and the rules of the kit need it.`,
  },
  'outside-peak': {
    ...DOUBT,
    short: 'peak in no zone',
    text: ({ where, degrees }) =>
      `${where}the peak at ${degrees} lies in no zone, for which the kit has a result.`,
  },
  'saturated-melt': {
    ...NO_CALL,
    absent: 'error',
    short: 'saturated melt',
    text: ({ where, place }) =>
      `${where}the peak at ${place} lies beside readings at the detector’s limit: its top may be missing.`,
  },
  'rising-melt': {
    ...NO_CALL,
    short: 'signal rises',
    text: ({ where, value, place, bound }) =>
      `${where}the signal rises by ${value} RFU around ${place}, where a melt would fall (noise explains ${bound}): the curve may be upside down.`,
  },
  'no-signal': {
    ...NO_CALL,
    absent: 'error',
    short: 'no signal',
    text: ({ where, flag, value, bound }) =>
      flag.measured === null
        ? `${where}${flag.limit === null ? 'all' : `${bound} % of the`} readings are equal: there is no signal.`
        : `${where}the signal changes by ${value} % from the first reading to the last, less than that of any dye: there is no signal.`,
  },
  'threshold-scale': {
    ...NO_CALL,
    absent: 'error',
    short: 'threshold on another scale',
    text: ({ where, value, bound }) =>
      `${where}the highest clear melt on this plate is ${value} RFU/°C, the threshold is ${bound}: it is meant for another scale.`,
  },
  'replicates-differ': {
    ...DOUBT,
    short: 'replicates differ',
    text: (figures) => replicatesDifferText(figures),
  },
  'zones-too-near': {
    ...DOUBT,
    short: 'may be two products',
    text: ({ where, place, zone, degrees, end }) =>
      `${where}the peak at ${place} may be two products: zone ${zone} and the next are ${degrees} apart, and at this step of the readings two products are two peaks from ${end} on.`,
  },
  'wider-than-zone': {
    ...DOUBT,
    short: 'may be two products',
    text: ({ where, place, zone, degrees, end }) =>
      `${where}the peak at ${place} may be two products: it is ${degrees} wide, other peaks in zone ${zone} on this plate ${end}.`,
  },
  'narrower-than-zone': {
    ...DOUBT,
    short: 'narrower than others of its zone',
    text: ({ where, place, zone, degrees, end }) =>
      `${where}the peak at ${place} is ${degrees} wide, other peaks in zone ${zone} on this plate ${end}: part of it may be missing or counted as another peak.`,
  },
  'tm-shift-beyond': {
    ...NO_CALL,
    absent: 'error',
    short: 'Tm shift beyond the limit',
    text: ({ flag: { measured, limit } }) =>
      `The controls melted ${shiftText(measured ?? 0)} from the kit, more than the ${degreesText(limit ?? 0)} that it allows.`,
  },
  'within-template': {
    ...DOUBT,
    short: 'peak within a template',
    text: ({ where, place, value, bound }) =>
      `${where}the peak at ${place} does not count: the slope there is ${value} RFU/°C, and the template of the higher peak explains up to ${bound}.`,
  },
  'coarse-readings': {
    ...NO_CALL,
    absent: 'error',
    short: 'readings too far apart',
    text: ({ where, degrees, end }) =>
      `${where}the readings are ${degrees} apart: from ${end} on, a melt can be lost between two readings.`,
  },
  'rising-signal': {
    ...DOUBT,
    short: 'signal rises',
    text: ({ where, value, place }) =>
      `${where}the signal rises by ${value} RFU around ${place}: possibly a bubble, which can also look like a melt.`,
  },
  'too-noisy': {
    ...DOUBT,
    short: 'too noisy',
    text: ({ where, value, bound }) =>
      `${where}because of noise, this curve shows only peaks of ${value} RFU/°C and more, but the threshold is ${bound}: lower peaks may be missing.`,
  },
  'copied-melt': {
    ...DOUBT,
    short: 'may be cross-talk',
    text: (figures) => copiedText(figures),
  },
  'apart-from-zone': {
    ...DOUBT,
    short: 'apart from others of its zone',
    text: ({ where, degrees, zone, end }) =>
      `${where}the peak at ${degrees} lies apart from the others in zone ${zone} on this plate, ${end}.`,
  },
} as const satisfies Readonly<Record<CallFlagCode, FlagConsequence>>;

/** “MELT: the peak at 84.70 °C is 9 % as high as that of B4, at the same temperature: it may be cross-talk.” */
function alikeText({ wellsAlike }: CallFlag): string {
  if (wellsAlike === undefined) return '';
  const wells =
    wellsAlike === 1 ? 'One well with this product shows' : `${wellsAlike} wells with this product show`;
  return ` ${wells} the same melt: it belongs to the product, or all these wells hold the same second product.`;
}

function copiedText({ where, place, flag: { measured, source } }: FlagFigures): string {
  const from = source === undefined ? 'another' : `${source.position} in ${source.channel}`;
  const part = Math.round(100 * (measured ?? 0));
  return `${where}the peak at ${place} is ${part} % as high as that of ${from}, at the same temperature: it may be cross-talk.`;
}

/** “zone C was not read whole: it begins at 48.50 °C, the readings at 75.10 °C.” */
function unreadText({ where, zone, degrees, end, place, flag }: FlagFigures): string {
  const { measured, limit, temperature } = flag;
  const begin = `${where}zone ${zone} was not read whole`;
  if (measured === null || limit === null) return `${begin}.`;
  if (temperature !== null) return `${begin}: nothing was read between ${place} and ${end}.`;
  const verb = limit < measured ? 'begins' : 'ends';
  return `${begin}: it ${verb} at ${end}, the readings at ${degrees}.`;
}

/** “MELT: replicates differ: A3 has a peak at 76.20 °C that A1 and A2 lack.” */
function replicatesDifferText({ where, place, flag: { replicates } }: FlagFigures): string {
  if (replicates === undefined) return 'Replicates differ.';
  if ('results' in replicates) {
    const results = replicates.results.map(
      ({ diagnostic, ...wells }) =>
        `${diagnostic === null ? 'no call' : diagnosticText(diagnostic)} in ${replicatesText(wells)}`,
    );
    return `Replicates differ: ${results.join('; ')}.`;
  }
  const { have, lack } = replicates;
  const verbs = [have.count === 1 ? 'has' : 'have', lack.count === 1 ? 'lacks' : 'lack'];
  return `${where}replicates differ: ${replicatesText(have)} ${verbs[0]} a peak at ${place} that ${replicatesText(lack)} ${verbs[1]}.`;
}

export function flagText(flag: CallFlag): string {
  const { phase, zone, temperature, measured, limit } = flag;
  const [value, bound] = figureTexts(measured ?? 0, limit ?? 0);
  return FLAG_CONSEQUENCES[flag.code].text({
    where: phase === null ? '' : `${phase}: `,
    zone: zone ?? '',
    value,
    bound,
    flag,
    degrees: degreesText(measured ?? 0),
    end: degreesText(limit ?? 0),
    place: degreesText(temperature ?? 0),
  });
}

type Stopped = Pick<CallExplanation, 'flags' | 'diagnostic'>;

/** The flags that prevent the call of a well; empty if any version of the algorithm made a call. */
export function stoppingFlags({ flags, diagnostic }: Stopped): readonly CallFlag[] {
  if (diagnostic !== null && diagnostic !== 'TEST_KO') return [];
  return reportedFlags(flags).filter(({ code }) => !FLAG_CONSEQUENCES[code].callable);
}

/** Flags that merely follow from another flag of the same phase, with that flag. */
const CAUSE: Partial<Record<CallFlagCode, CallFlagCode>> = {
  'zone-not-read': 'too-few-readings',
  // The baseline below a truncated melt makes the preceding readings seem to rise.
  'rising-melt': 'cut-off-melt',
};

/** The reported flags: causes without their consequences. */
export const reportedFlags = (flags: readonly CallFlag[]): readonly CallFlag[] =>
  flags.filter(
    ({ code, phase }) => !flags.some((other) => other.code === CAUSE[code] && other.phase === phase),
  );

/** Whether flags alone prevented the call, whatever the rules say. */
export const isStopped = (explanation: Stopped): boolean => stoppingFlags(explanation).length > 0;
