import { alikeNotes } from '../sample/alike-notes.ts';
import type { CombinedResult } from '../sample/combined-result.ts';
import { openCombinedReason } from '../sample/combined-words.ts';
import { compensationNotes } from '../call/compensation-notes.ts';
import { type ChannelName, compareChannels, inChannelOrder } from '../kit/assay.ts';
import { type BrokenRule, brokenRuleText } from '../laboratory/broken-rule.ts';
import { filledOf, isSample, coversWell } from '../plate/controlled-wells.ts';
import { shownDiagnostic, type CalledWell } from '../call/interpretation.ts';
import { reportedFlags } from '../call/flag-consequences.ts';
import { flagTexts } from '../call/flag-texts.ts';
import { inKitWords, kitWords } from '../call/kit-words.ts';
import { plateDoubts, plateDoubtText } from '../plate/plate-doubts.ts';
import { comparePositions, platePositions } from '../plate/plate.ts';
import type { Run, Well } from './run.ts';
import type {
  ChangedWell,
  CheckedStandard,
  CheckedWell,
  CurveWell,
  FailedControl,
  NearWell,
  RunDoubts,
  UnresolvedWell,
} from './run-check.ts';
import { lotDay } from './run-date.ts';
import { resultCounts } from './result-counts.ts';
import { runFacts, type RunFactsInput } from './run-facts.ts';
import {
  combinedByWell,
  leftOutNotes,
  runCombined,
  runSamples,
  samplesByWell,
  type SampledRun,
} from '../sample/run-samples.ts';
import type { SampleResult } from '../sample/sample-result.ts';
import { countHeld } from './sample-count.ts';
import { apartText, openReason } from '../sample/sample-words.ts';
import { shiftFacts, shiftNotes } from '../call/shift-notes.ts';
import { templateNotes } from '../call/template-notes.ts';
import { effectiveChanges } from '../call/well-diagnostic.ts';
import {
  callCause,
  failureCause,
  isAsExpected,
  isCurveDoubt,
  nearness,
  unusableReason,
} from '../call/well-doubt.ts';

export type DoubtedRun = RunFactsInput & SampledRun & Pick<Run, 'plateType' | 'rules' | 'signedFacts'>;

export interface DoubtsOf {
  readonly run: DoubtedRun;
  /** The analysed wells with their overrides. */
  readonly called: readonly CalledWell[];
  /** Default: the current time. */
  readonly now?: Date;
}

interface Looked {
  readonly checked: CheckedWell;
  readonly well: Well;
  readonly called: CalledWell;
  readonly brokenRule: BrokenRule | undefined;
  /** Its replicates; undefined: none. */
  readonly sample: SampleResult | undefined;
  /** The combined result of its sample; undefined: none. */
  readonly combined: CombinedResult | undefined;
}

/** All doubts about the results of a run, in reading order. */
export function runDoubts({ run, called, now = new Date() }: DoubtsOf): RunDoubts {
  const samples = runSamples(run, called);
  const combined = runCombined(run, called, samples);
  const looked = lookedAt(run, { called, samples, combined });
  const wells = looked.map(({ well }) => well);
  const channels = inChannelOrder(looked.map(({ checked }) => checked.channel));
  const { nearBorderPercent } = run.rules;
  const placed = new Map<string, WellDoubt>();
  const among = { looked, nearBorderPercent, samples, combined };
  for (const one of looked) placed.set(one.checked.wellId, wellDoubt(one, among));
  const inSection = <Section extends keyof WellDoubts>(section: Section): WellDoubts[Section][] =>
    [...placed.values()].flatMap((doubt) => doubt[section] ?? []);
  return {
    channels,
    wells: wellCounts(looked),
    counts: resultCounts(looked.map(({ checked }) => checked)),
    wellsByChannel: Object.fromEntries(
      channels.map((channel) => [
        channel,
        looked.filter(({ checked }) => checked.channel === channel).length,
      ]),
    ),
    failedControls: inSection('failedControls'),
    standards: looked.flatMap(standard),
    unresolved: inSection('unresolved'),
    curves: inSection('curves'),
    changedByHand: inSection('changedByHand'),
    nearBorder: inSection('nearBorder').sort((a, b) => a.distance - b.distance),
    // The status of a kit and the controls that it requires may have changed since.
    facts: run.signedFacts ?? [...runFacts(run, { wells, now }), ...shiftFacts(looked)],
    plate: [
      ...shiftNotes(looked),
      ...templateNotes(looked),
      ...compensationNotes(looked),
      ...doubtsOfPlate(looked, run),
      ...leftOutNotes(run, combined),
      ...alikeNotes(combined),
    ],
    notAnalysed: notAnalysed(run, looked),
    ...((run.replicates ?? []).length > 0 && { samples }),
    ...((run.channelRules ?? []).length > 0 && { combined }),
  };
}

/** What the doubts about one well depend on. */
interface Among {
  readonly looked: readonly Looked[];
  readonly nearBorderPercent: number;
  readonly samples: readonly SampleResult[];
  readonly combined: readonly CombinedResult[];
}

/** The rows of each section. */
interface WellDoubts {
  readonly failedControls: FailedControl;
  readonly unresolved: UnresolvedWell;
  readonly changedByHand: ChangedWell;
  readonly curves: CurveWell;
  readonly nearBorder: NearWell;
}

/**
 * One of them, because a well is listed once, under its most serious doubt. An override can also leave its sample without
 * a result, or make a failed control pass.
 */
type WellDoubt = Partial<WellDoubts>;

/**
 * The section of a well. An overridden well is listed among the overrides, which settle the doubts about the
 * algorithm's call.
 */
function wellDoubt(one: Looked, among: Among): WellDoubt {
  const failed = failedControl(one, among);
  const changedByHand = changed(one);
  if (failed !== null) {
    const isPassedByHand = failed.found?.diagnostic.name !== 'TEST_KO' && changedByHand !== null;
    return { failedControls: failed, ...(isPassedByHand && { changedByHand }) };
  }
  if (isWrongStandard(one)) return {};
  const ofSample = withoutSampleResult(one);
  if (changedByHand !== null) return { changedByHand, ...(ofSample !== null && { unresolved: ofSample }) };
  const unresolved = withoutCall(one) ?? ofSample;
  if (unresolved !== null) return { unresolved };
  const curves = doubtfulCurve(one);
  if (curves !== null) return { curves };
  const near = nearWell(one, among.nearBorderPercent);
  return near === null ? {} : { nearBorder: near };
}

/** Listed among the standards. */
const isWrongStandard = ({ checked, well, brokenRule }: Looked): boolean =>
  checked.sampleType === 'STANDARD' && (!isAsExpected(well, checked.found) || brokenRule !== undefined);

function withoutCall({ checked, called }: Looked): UnresolvedWell | null {
  if (!isSample(checked.sampleType)) return null;
  const { found } = checked;
  const reason = found === null ? callCause(called.explanation) : unusableReason(called.explanation, found);
  return reason === null ? null : { ...checked, reason };
}

/** A well whose sample has no result or combined result, whatever its own. */
function withoutSampleResult({ checked, sample, combined }: Looked): UnresolvedWell | null {
  const reason = openReason(sample, checked) ?? openCombinedReason(combined, checked.wellId);
  return reason === null ? null : { ...checked, reason, isOfSample: true };
}

function doubtfulCurve({ checked, called, sample }: Looked): CurveWell | null {
  const apart = sample && isSample(sample.sampleType) ? apartText(sample) : null;
  const texts = [
    ...flagTexts(
      reportedFlags(called.explanation.flags).filter(({ code }) => isCurveDoubt(code)),
      checked.channel,
    ),
    ...(apart === null ? [] : [apart]),
  ];
  return texts.length === 0 ? null : { ...checked, texts: [...new Set(texts)] };
}

function nearWell({ checked, called }: Looked, nearBorderPercent: number): NearWell | null {
  const near = nearness(called, { nearBorderPercent });
  return near === null ? null : { ...checked, text: near.text, distance: near.distance };
}

function lookedAt(
  { analyses, brokenRules }: DoubtedRun,
  {
    called,
    samples,
    combined,
  }: {
    readonly called: readonly CalledWell[];
    readonly samples: readonly SampleResult[];
    readonly combined: readonly CombinedResult[];
  },
): Looked[] {
  const sampleOf = samplesByWell(samples);
  const combinedOf = combinedByWell(combined);
  const broken = new Map(brokenRules.map((one) => [one.wellId, one]));
  const wells = new Map(
    analyses.flatMap((analysis) => Object.values(analysis.wells)).map((well) => [well.id, well]),
  );
  const words = kitWords({ analyses }, called);
  return called
    .flatMap((one): Looked[] => {
      const well = wells.get(one.wellId);
      if (well === undefined) return [];
      const { wellId, position, channel, sampleType } = one;
      const found = shownDiagnostic(one)?.diagnosticColor ?? null;
      const checked = { wellId, position, channel, name: well.name, sampleType, found };
      return [
        {
          checked,
          well,
          // Results are derived from the names, sentences name the diagnostics as the kit does.
          called: {
            ...one,
            explanation: inKitWords(one.explanation, words.get(well.kitVersion?.id ?? '')),
          },
          brokenRule: broken.get(wellId),
          sample: sampleOf.get(wellId),
          combined: combinedOf.get(wellId),
        },
      ];
    })
    .sort(
      ({ checked: a }, { checked: b }) =>
        comparePositions(a.position, b.position) || compareChannels(a.channel, b.channel),
    );
}

/** Wells of a plate, and those of each type in any channel: the type of a well may differ by channel. */
function wellCounts(looked: readonly Looked[]): RunDoubts['wells'] {
  const positions = (wanted: (type: CheckedWell['sampleType']) => boolean): number =>
    new Set(looked.flatMap(({ checked }) => (wanted(checked.sampleType) ? [checked.position] : []))).size;
  return {
    all: positions(() => true),
    samples: positions(isSample),
    standards: positions((type) => type === 'STANDARD'),
    controls: positions((type) => type !== 'STANDARD' && !isSample(type)),
  };
}

/**
 * A control with a wrong call or a broken rule; standards are listed separately. An override does not undo what the
 * analysis found: otherwise it would bypass the laboratory's rule about failed controls. A sample overridden to `TEST_KO`
 * is listed among the overrides.
 */
function failedControl(
  { checked, well, called, brokenRule }: Looked,
  { looked, samples: ofReplicates, combined }: Among,
): FailedControl | null {
  if (isSample(checked.sampleType) || checked.sampleType === 'STANDARD') return null;
  const causes = [
    ...(isFailed({ checked, called }) ? [failureCause(called.explanation)] : []),
    ...(brokenRule === undefined ? [] : [brokenRuleText(brokenRule)]),
  ];
  if (causes.length === 0) return null;
  const override = changeText(called);
  if (override !== null) causes.push(override);
  const { kitVersion, lot } = well;
  const held = looked.filter(
    (other) => isSample(other.checked.sampleType) && coversWell(filledOf(well), filledOf(other.well)),
  );
  const samples = countHeld(
    held.map((one) => one.checked),
    { samples: [...ofReplicates], combined: [...combined] },
  );
  const marks =
    kitVersion === null || lot === null
      ? null
      : { samples, kit: `${kitVersion.kit.name} ${kitVersion.version}`, lot: lot.name };
  return { ...checked, cause: causes.join('; '), marks };
}

/** By its call, or by the override in effect. */
const isFailed = ({ checked, called }: Pick<Looked, 'checked' | 'called'>): boolean =>
  [checked.found?.diagnostic.name, called.explanation.diagnostic].includes('TEST_KO');

function standard({ checked, well, called, brokenRule }: Looked): CheckedStandard[] {
  if (checked.sampleType !== 'STANDARD') return [];
  const { found } = checked;
  const suggested = called.interpretedWellDiagnostics[0]?.diagnosticColor ?? null;
  const isExpected = isAsExpected(well, found);
  return [
    {
      ...checked,
      expected: well.expectedDiagnostic,
      isAsExpected: isExpected,
      ...(isExpected && !isAsExpected(well, suggested) && { isExpectedByHand: true as const }),
      outOfRange: brokenRule === undefined ? null : brokenRuleText(brokenRule),
      changed: changeText(called),
    },
  ];
}

/** “set by T. Holm: “Repeat agrees””; null: not overridden. */
function changeText(called: CalledWell): string | null {
  const last = shownDiagnostic(called);
  if (last?.stateDiagnostic !== 'UPDATED') return null;
  return `set by ${last.byName}${last.comment === null ? '' : `: “${last.comment}”`}`;
}

function changed({ checked, called }: Looked): ChangedWell | null {
  const { interpretedWellDiagnostics: diagnostics } = called;
  const last = shownDiagnostic(called);
  if (last?.stateDiagnostic !== 'UPDATED') return null;
  const before = effectiveChanges(diagnostics).at(-2);
  const { comment: reason, byName, at } = last;
  return { ...checked, from: before?.diagnosticColor ?? null, reason, byName, at };
}

/** The doubts about the plate setup; expired lots are facts of the run. */
function doubtsOfPlate(looked: readonly Looked[], run: DoubtedRun): RunDoubts['plate'] {
  const plate = new Map(looked.map(({ checked, well }) => [checked.position, well]));
  const replicateVersions = new Set((run.replicates ?? []).map(({ kitVersionId }) => kitVersionId));
  return plateDoubts(plate, { day: lotDay(run), ...run.rules, replicateVersions })
    .filter(({ kind }) => kind !== 'expired')
    .map((doubt) => ({ text: plateDoubtText(doubt), positions: [...doubt.positions] }));
}

function notAnalysed({ plateType }: DoubtedRun, looked: readonly Looked[]): RunDoubts['notAnalysed'] {
  const analysed = new Set(looked.map(({ checked }) => checked.position));
  return platePositions(plateType).filter((position) => !analysed.has(position));
}

export const countIn = (wells: readonly Pick<CheckedWell, 'channel'>[], channel: ChannelName): number =>
  wells.filter((well) => well.channel === channel).length;
