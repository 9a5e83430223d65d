import {
  controlsByHand,
  FLAG_CONSEQUENCES,
  isCurveDoubt,
  isGoodStandard,
  isSample,
  samplesText,
  lacksSignedFacts,
  trialLotsText,
  type CallFlagCode,
  type ChannelName,
  type FactKind,
  type Position,
  type Run,
  type RunDoubts,
  type RunFact,
} from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { sharedNoCallReasons, noCallReasons } from '../plate/caption-groups.ts';
import { hasFailed, isDoubtOfSample, type ReviewWell } from './review-wells.ts';

export type FactAction = 'show' | 'kit' | 'date';

/** A fact about the whole plate, a kit or a lot. */
export interface PlateFact {
  readonly key: string;
  readonly tone: 'danger' | 'warning' | 'neutral';
  /** Two to five words. */
  readonly short: string;
  /** One sentence. */
  readonly text: string;
  readonly action: FactAction | null;
  /** The wells concerned; empty if all, or no particular ones. */
  readonly positions: readonly Position[];
}

interface FactsOf {
  readonly run: Pick<Run, 'isTrial' | 'trialLots' | 'acts' | 'signedFacts'>;
  readonly doubts: RunDoubts;
  /** In all channels. */
  readonly wells: readonly ReviewWell[];
}

const words = text.interpretation.plate;

/** The facts about the whole plate, most severe first. */
export function plateFacts({ run, doubts, wells }: FactsOf): readonly PlateFact[] {
  return [
    ...withoutCall(wells, doubts),
    ...failedControls(wells, doubts),
    ...doubtsOfAll(wells, doubts),
    ...doubts.facts.map((fact, index) => factOfRun(fact, { index, doubts })),
    ...withoutControl(doubts),
    ...trialLots(run),
    ...factsOfToday(run),
  ].sort((first, second) => TONES.indexOf(first.tone) - TONES.indexOf(second.tone));
}

/** The facts for a single line. Equal texts are merged, with their number. */
export const shortFacts = (facts: readonly PlateFact[]): readonly PlateFact[] =>
  [...Map.groupBy(facts, ({ tone, short }) => `${tone} ${short}`).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [others.length === 0 ? first : { ...first, short: words.times(first.short, others.length + 1) }],
  );

const TONES: readonly PlateFact['tone'][] = ['danger', 'warning', 'neutral'];

const TONE = {
  missingControls: 'warning',
  kitStatus: 'warning',
  tmShift: 'warning',
  expiredLots: 'warning',
  openLots: 'neutral',
  runDate: 'neutral',
  importDoubts: 'warning',
} as const satisfies Record<FactKind, PlateFact['tone']>;

const ACTION: Partial<Record<FactKind, FactAction>> = { kitStatus: 'kit', runDate: 'date' };

function factOfRun(
  { kind, short, text: sentence, positions }: RunFact,
  { index, doubts }: { readonly index: number; readonly doubts: RunDoubts },
): PlateFact {
  return {
    key: `${kind} ${index}`,
    // Without any control, nothing supports the results.
    tone: kind === 'missingControls' && doubts.wells.controls === 0 ? 'danger' : TONE[kind],
    short: capital(short),
    text: sentence,
    action: ACTION[kind] ?? (positions.length > 0 ? 'show' : null),
    positions,
  };
}

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

function withoutCall(wells: readonly ReviewWell[], doubts: RunDoubts): PlateFact[] {
  const samples = wells.filter(({ sampleType }) => isSample(sampleType));
  const noCalls = samples.filter(({ mark }) => mark === 'no-call');
  if (noCalls.length * 2 <= samples.length) return [];
  const shared = sharedNoCallReasons(wells);
  const reasons = shared.map((code) => FLAG_CONSEQUENCES[code].short);
  // Zones of phases that were not read are not counted.
  const [first = null] =
    shared[0] === 'zone-not-read' ? [words.zonesNotRead(zonesNotRead(noCalls))] : reasons;
  return [
    {
      key: 'no-call',
      tone: 'danger',
      short: words.withoutCallShort(first, noCalls.length),
      text: words.withoutCall({
        count: noCalls.length === samples.length ? null : noCalls.length,
        samples: resultsText(samples, doubts),
        reasons,
      }),
      action: 'show',
      positions: positionsOf(noCalls),
    },
  ];
}

/** “6 samples”, “6 wells of 2 samples”, or “12 results” of wells in several channels. */
function resultsText(wells: readonly ReviewWell[], doubts: RunDoubts): string {
  const isOnce = positionsOf(wells).length === wells.length;
  return isOnce ? samplesText(wells, doubts) : words.results(wells.length);
}

const zonesNotRead = (wells: readonly ReviewWell[]): number =>
  new Set(
    wells
      .filter((well) => noCallReasons(well).has('zone-not-read'))
      .flatMap(({ interpreted }) => interpreted.explanation.flags)
      .filter(({ code }) => code === 'zone-not-read')
      .map(({ phase, zone }) => `${phase ?? ''} ${zone ?? ''}`),
  ).size;

const positionsOf = (wells: readonly ReviewWell[]): readonly Position[] => [
  ...new Set(wells.map(({ position }) => position)),
];

/** Failed controls and standards by kit version and lot, with the samples they hold. */
function failedControls(wells: readonly ReviewWell[], doubts: RunDoubts): PlateFact[] {
  const channels = channelsOf(wells);
  const byMix = Map.groupBy(wells.filter(hasFailed), ({ well }) =>
    JSON.stringify([well.kitVersion?.id, well.lot?.id]),
  );
  return [...byMix].flatMap(([mix, failed]) =>
    sameInChannels(failed, wells).map((group) => {
      const { kitVersion, lot } = failed[0]?.well ?? { kitVersion: null, lot: null };
      const named = {
        failed: group.failed,
        unlike: group.unlike,
        held: group.held.length,
        channels: group.channels.length === channels.length ? [] : group.channels,
      };
      return {
        key: `failed ${mix} ${group.channels.join()}`,
        tone: 'danger' as const,
        short: words.failedShort(named),
        text: words.failed({
          ...named,
          samples: samplesText(
            group.held.map((position) => ({ position })),
            doubts,
          ),
          kit: kitVersion && `${kitVersion.kit.name} ${kitVersion.version}`,
          lot: lot?.name ?? null,
        }),
        action: group.held.length > 0 ? ('show' as const) : null,
        positions: group.held,
      };
    }),
  );
}

const channelsOf = (wells: readonly ReviewWell[]): readonly ChannelName[] => [
  ...new Set(wells.map(({ interpreted }) => interpreted.channel)),
];

interface FailedGroup {
  readonly failed: readonly Position[];
  readonly unlike: readonly Position[];
  readonly held: readonly Position[];
  readonly channels: readonly ChannelName[];
}

/** What failed in each channel; channels with the same failed and held wells are merged. */
function sameInChannels(failed: readonly ReviewWell[], wells: readonly ReviewWell[]): readonly FailedGroup[] {
  const groups = channelsOf(failed).map((channel): FailedGroup => {
    const here = failed.filter(({ interpreted }) => interpreted.channel === channel);
    return {
      failed: positionsOf(here.filter(({ mark }) => mark === 'failed')),
      unlike: positionsOf(here.filter(({ mark }) => mark === 'unlike')),
      held: positionsOf(wells.filter((sample) => here.some((control) => isHeldBy(sample, control)))),
      channels: [channel],
    };
  });
  const same = Map.groupBy(groups, (group) => JSON.stringify([group.failed, group.unlike, group.held]));
  return [...same.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, channels: [first, ...others].flatMap(({ channels }) => channels) }],
  );
}

const isHeldBy = (sample: ReviewWell, control: ReviewWell): boolean =>
  sample.interpreted.channel === control.interpreted.channel &&
  sample.heldBy?.includes(control.position) === true;

/** With fewer samples, a mark on each is still readable. */
const MIN_SHARED = 8;

/** The doubts about curves that all samples of a channel have. */
export function sharedDoubts(wells: readonly ReviewWell[]): ReadonlySet<CallFlagCode> {
  const samples = wells.filter(({ sampleType }) => isSample(sampleType));
  const [first, ...others] = samples.map(doubtsOf);
  if (first === undefined || samples.length < MIN_SHARED) return new Set();
  return new Set([...first].filter((code) => others.every((codes) => codes.has(code))));
}

const doubtsOf = ({ interpreted }: ReviewWell): ReadonlySet<CallFlagCode> =>
  new Set(interpreted.explanation.flags.map(({ code }) => code).filter(isCurveDoubt));

/** Whether a doubtful well is like all samples of its channel, so that the strip says it for all. */
export const isSharedDoubt = (well: ReviewWell, shared: ReadonlySet<CallFlagCode>): boolean =>
  isSample(well.sampleType) &&
  well.mark === 'doubt' &&
  !isDoubtOfSample(well) &&
  [...doubtsOf(well)].every((code) => shared.has(code));

function doubtsOfAll(wells: readonly ReviewWell[], doubts: RunDoubts): PlateFact[] {
  const channels = channelsOf(wells);
  return channels.flatMap((channel) => {
    const here = wells.filter(({ interpreted }) => interpreted.channel === channel);
    const samples = positionsOf(here.filter(({ sampleType }) => isSample(sampleType)));
    return [...sharedDoubts(here)].map((code): PlateFact => {
      const named = {
        doubt: FLAG_CONSEQUENCES[code].short,
        samples: samplesText(
          samples.map((position) => ({ position })),
          doubts,
        ),
        channel: channels.length > 1 ? channel : null,
      };
      return {
        key: `doubt ${channel} ${code}`,
        tone: 'warning',
        short: words.doubtShort(named),
        text: words.doubt(named),
        action: 'show',
        positions: samples,
      };
    });
  });
}

/** A fact if there is no control and no rule requires one. */
function withoutControl({ wells, facts }: RunDoubts): PlateFact[] {
  if (wells.controls > 0 || facts.some(({ kind }) => kind === 'missingControls')) return [];
  return [
    {
      key: 'no-control',
      tone: 'warning',
      action: null,
      positions: [],
      short: words.noControlShort,
      text: words.noControl,
    },
  ];
}

function trialLots({ isTrial, trialLots: lots }: FactsOf['run']): PlateFact[] {
  if (!isTrial) return [];
  return [
    {
      key: 'trial',
      tone: 'warning',
      action: null,
      positions: [],
      short: words.trialShort,
      text: words.trial(trialLotsText(lots)),
    },
  ];
}

function factsOfToday(run: FactsOf['run']): PlateFact[] {
  if (!lacksSignedFacts(run)) return [];
  return [
    {
      key: 'today',
      tone: 'neutral',
      action: null,
      positions: [],
      short: words.todayShort,
      text: words.today,
    },
  ];
}

/** What was checked, for a plate without findings. */
export function calmText(doubts: RunDoubts): string {
  const { wells, standards, failedControls: failed } = doubts;
  const all = wells.controls + wells.standards;
  const wrong = [...failed, ...standards.filter((one) => !isGoodStandard(one))];
  const unlike = new Set([...wrong.map(({ position }) => position), ...controlsByHand(doubts)]);
  return words.calm({ good: all - unlike.size, all });
}
