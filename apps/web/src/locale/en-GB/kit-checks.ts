import {
  type ChannelAmplification,
  type CurveShape,
  diagnosticText,
  edgeText,
  rangeText,
  REPLICATE_RULE_LABEL,
  type ReplicateRule,
  type TemperatureRange,
} from '@curvewell/domain';

import { channelRules } from './channel-rules.ts';
import { exactEdge } from './exact-edge.ts';

interface PhaseRange {
  readonly phase: string;
  /** The range of all zones; null: no zone. */
  readonly needed: Readonly<TemperatureRange> | null;
  /** The range of the curves of the run; null: no run. */
  readonly read: Readonly<TemperatureRange> | null;
}

/** Settings of a kit version: required controls, peaks outside zones, Tm shift correction, shapes, templates. */
export const kitChecks = {
  title: 'Controls and checks',
  controls: 'Controls on a plate',
  forEach: 'for each lot',
  atLeast: { negative: 'Negative, at least', positive: 'Positive, at least' },
  of: { negative: 'negative controls', positive: 'positive controls' },
  numberOf: {
    negative: 'The number of negative controls',
    positive: 'The number of positive controls',
  },
  nothingAsked: 'No controls required',
  outside: 'A peak in no zone',
  noCall: 'No call',
  noCallDefault: 'No call (default)',
  noCallText: 'A person decides on the well. It is never “Negative” automatically.',
  outsideText:
    'Applies to a channel whose peaks are all outside its zones. It takes precedence over the rule NONE.',
  shift: {
    title: 'Tm shift correction',
    off: 'Off',
    byControls: 'Zones follow the controls',
    atMost: (limit: number | null) => `at most ${limit === null ? '–' : limit.toFixed(1)} °C`,
    limit: 'At most, °C',
    wrongLimit: 'The limit of the Tm shift is 0.5 to 2.0 °C.',
    offText: 'Off: zones do not move.',
    onText:
      'All zones move by the median difference between the positive controls and standards and their reference Tm, if it exceeds 0.4 °C and two standard errors. Beyond the limit, no zone moves and the controls fail.',
    onRun: (finding: string) => `On this run: ${finding}`,
    takeFromRun: 'Use the controls of this run',
  },
  shapes: {
    title: 'Shape of the curve',
    off: 'Off',
    on: (channel: string) => `Normalise the curves of ${channel}`,
    offText: 'Curves are not normalised, and rules cannot use their shape.',
    text: 'Curves are normalised to 100 % before and 0 % after the melt and compared with the standards of the plate. The groups are suggestions: only a rule that uses the shape makes a call.',
    notUsed:
      'No rule of this channel uses the shape. The normalised chart is for viewing only and changes no result.',
    elseText:
      'For the same zones, a rule that uses the shape comes before one that does not. If the shape is not known or lies between two references, the later rule makes no call.',
    phase: 'Phase',
    before: 'Before the melt (100 %)',
    after: 'After the melt (0 %)',
    from: (region: string) => `${region}: from °C`,
    to: (region: string) => `${region}: to °C`,
    background: 'Background',
    backgrounds: { linear: 'Straight lines', exponential: 'Exponential' },
    align: 'Align the curves in temperature',
    alignText:
      'Alignment hides differences of Tm. Leave it off where homozygous genotypes differ only in Tm.',
    level: 'Align at %',
    references: 'References: standards of',
    referencesText:
      'A plate needs at least 2 standards of each reference. Without them the shape is not known, and no rule that uses it makes a call.',
    distance: 'Smallest border, %',
    ratio: 'Second reference at least … times as far',
    settingsText: (
      { channel, phase, before, after, background, alignAt, references, distance, ratio }: CurveShape,
      wordsOf: (diagnostic: string) => string = diagnosticText,
    ) =>
      [
        `${channel} ${phase} ${exactEdge(before[0])}–${exactEdge(before[1])} and ${exactEdge(after[0])}–${exactEdge(after[1])} °C`,
        background,
        alignAt === null ? 'not aligned' : `aligned at ${alignAt} %`,
        references.length === 0 ? 'no reference' : references.map(wordsOf).join(', '),
        `border ${distance} %, ratio ${ratio}`,
      ].join(', '),
    triedOf: (reference: string) => `Try as ${reference} on this run`,
    triedText:
      'To try the shapes on a run without standards, choose at least 2 wells of each reference whose genotype you know. They count here only: an interpreted plate is compared with its own standards.',
    groups: 'Groups on this run, with the distance to the nearest reference; between two, to both',
    group: 'Group',
    wells: 'Wells',
    moreWells: (count: number) => `and ${count} more`,
    edge: { before: ['Start of 100 %', 'End of 100 %'], after: ['Start of 0 %', 'End of 0 %'] },
    percent: { before: '100 %', after: '0 %' },
    degrees: (value: number) => `${edgeText(value)} °C`,
    onRun: (groups: string) => `On this run: ${groups}.`,
    crossing: (wells: number) =>
      `The straight lines cross in ${wells === 1 ? '1 well' : `${wells} wells`}, as they often do with intercalating dyes. Try the exponential background, or move the regions.`,
    notKnown: (reason: string) => `not known: ${reason}`,
  },
  range: {
    title: 'Temperature range',
    ofPhase: ({ phase, needed, read }: PhaseRange) =>
      `${phase}: ${needed === null ? 'no zone yet' : `its zones need ${rangeText(needed)}`}${
        read === null ? '' : `; this run covers ${rangeText(read)}`
      }.`,
    text: 'A well without a peak gets a result only if all zones were read. A zone that was not read never gives “Negative”.',
  },
  amplification: {
    title: 'Amplification',
    off: 'Off',
    on: (channel: string) => `Rules can use the amplification of ${channel}`,
    latest: (channel: string) => `Latest cycle of ${channel}`,
    settingsText: (settings: readonly ChannelAmplification[] | null) =>
      settings === null
        ? 'Off'
        : settings.map(({ channel, latestCycle }) => `${channel} at most ${latestCycle}`).join(', '),
    others: (channels: string) => `Other channels: ${channels}.`,
    offText:
      'If on, a rule of any channel can require amplification in this channel before it gives Negative.',
    onText:
      'A channel has amplified if its Cq is not later than the latest cycle. The Cq is that of the file. If the file has none, it is the cycle of the largest second derivative. If amplification is not known, as in a run without amplification, a rule that uses it makes no call. Cross-talk is not subtracted: if this channel also reads another channel that may have amplified, its amplification is not known. This is not quantification.',
    notUsed: 'No rule of this channel uses its amplification.',
  },
  replicates: {
    title: 'Replicates',
    off: 'Off',
    byName: 'Wells with the same name are one sample',
    rule: 'Result of the sample',
    rules: {
      'all-agree': 'All wells agree',
      majority: 'Majority of the wells',
      'any-positive': 'Any positive well',
    } satisfies Record<ReplicateRule, string>,
    ruleText: {
      'all-agree': 'If the results of the wells differ, the sample has no result.',
      majority: 'The result of more than half of the wells. The other wells are listed beside it.',
      'any-positive':
        'A result with the meaning “positive” in any well is the result of the sample. The meaning is set with the diagnostic. If wells have different positive results, the sample has no result.',
    } satisfies Record<ReplicateRule, string>,
    spread: 'Largest difference in Tm, °C',
    wrongSpread: 'The largest difference in Tm between replicates is 0.05 to 5 °C.',
    ignore: 'With 3 or more wells, ignore one No call',
    offText: 'Off: each well has its own result, and a name used twice is a warning.',
    onText:
      'Wells with the same name, order, lot, buffer and type give one result with the mean Tm. Reports and other systems receive it with its wells. A sample without a result is unresolved. If a control fails, its samples have no result.',
    settingsText: (
      settings: {
        readonly rule: ReplicateRule;
        readonly tmSpread: number | null;
        readonly ignoresNoCall: boolean;
      } | null,
    ) =>
      settings === null
        ? 'Off'
        : [
            `By name: ${REPLICATE_RULE_LABEL[settings.rule]}`,
            `Tm at most ${settings.tmSpread ?? '–'} °C apart`,
            ...(settings.ignoresNoCall ? ['one No call of three or more wells ignored'] : []),
          ].join(', '),
  },
  channelRules,
  templates: {
    title: 'Templates of targets',
    off: 'Off',
    ofPlate: 'Learnt from the plate',
    ofPlateOrKept: 'Learnt from the plate, otherwise stored',
    withKept: 'If the plate provides no template, use the stored one',
    withKeptText:
      'A stored template was learnt from approved runs of this kit on this analyser. It applies only to targets that occur alone in too few wells of the plate.',
    kept: 'Stored templates',
    noneKept: 'No template is stored for this analyser.',
    notLoaded: 'The stored templates could not be loaded.',
    keptBy: (name: string, day: string) => `Stored by ${name}, ${day}`,
    remove: 'Remove',
    removeOf: (zone: string, phase: string) => `Remove the template of ${zone} (${phase})`,
    removeQuestion: (zone: string, phase: string) => `Remove the stored template of ${zone} (${phase})?`,
    notRemoved: 'The template was not removed',
    learn: 'Learn from approved runs…',
    saveFirst: 'Save the changes first: templates are learnt with the saved settings.',
    learnTitle: 'Learn templates from approved runs',
    learnText:
      'A template is learnt from wells with a single target. Overridden wells and failed controls are excluded.',
    noRuns: 'Your laboratory has no approved run of this kit and buffer on this analyser.',
    runs: 'Approved runs',
    run: (number: number, day: string, wells: number) =>
      `Run ${number}, ${day}, ${wells === 1 ? '1 well' : `${wells} wells`}`,
    learning: 'Learning',
    learnt: 'Templates from these runs',
    nothingLearnt: 'Too few wells of these runs contain a single target.',
    keep: (count: number) => (count === 1 ? 'Store 1 template' : `Store ${count} templates`),
    keepThis: 'Store',
    keepOf: (zone: string, phase: string) => `Store the template of ${zone} (${phase})`,
    notKept: 'The templates were not stored',
    picture: (zone: string, phase: string, wells: number) =>
      `Template of ${zone} (${phase}): median of ${wells} wells, and three spreads around it`,
    target: (zone: string, phase: string, channel: string) => `${zone} · ${phase} · ${channel}`,
    learntFrom: (tm: number, wells: number, runs: string) =>
      `Tm ${tm.toFixed(2)} °C, ${wells} wells of ${runs}`,
    byTemplate: 'A second peak counts only if it exceeds the template of the first',
    offText: 'Off: a shoulder of one target that lies in the zone of another can count as a peak.',
    onText: (fewest: number) =>
      `The template of a target is learnt from wells of the plate that contain only this target, at least ${fewest}. It includes the shoulders of the peak. A lower peak within the template does not count, and the well is flagged.`,
    onRun: (
      targets: readonly {
        readonly zone: string;
        readonly wells: number;
        readonly isUsed: boolean;
        readonly isKept: boolean;
      }[],
    ) =>
      `On this run: ${targets
        .map(
          ({ zone, wells, isUsed, isKept }) =>
            `${zone} ${wells === 1 ? '1 well' : `${wells} wells`}${isUsed ? '' : isKept ? ' (stored template)' : ' (too few)'}`,
        )
        .join(', ')}.`,
  },
  summary: (
    { negative, positive }: Readonly<Record<'negative' | 'positive', number | null>>,
    outside: string,
  ) => `${negative ?? '–'} negative, ${positive ?? '–'} positive · peak in no zone: ${outside}`,
} as const;
