import type { ChannelName } from './assay.ts';
import { type BrokenRule, brokenRuleText } from './broken-rule.ts';
import { filledOf, isSample, speaksFor } from './controlled-wells.ts';
import { diagnosticNameSchema, type DiagnosticColor } from './diagnostic-color.ts';
import { shownDiagnostic, type CalledWell } from './interpretation.ts';
import { plateDoubts, plateDoubtText } from './plate-doubts.ts';
import { comparePositions, platePositions } from './plate.ts';
import type { Run, Well } from './run.ts';
import type {
  ChangedWell,
  CheckedStandard,
  CheckedWell,
  FailedControl,
  NearWell,
  ResultCount,
  RunDoubts,
  UnresolvedWell,
} from './run-check.ts';
import type { CallExplanation } from './well-call.ts';
import { failureCause, isAsExpected, nearBorder, unresolvedReason } from './well-doubt.ts';

/** What of a run its doubts are told from. */
export type DoubtedRun = Pick<Run, 'plateType' | 'analyses' | 'acts' | 'brokenRules'>;

export interface DoubtsOf {
  readonly run: DoubtedRun;
  /** The analysed wells, with what people have set. */
  readonly called: readonly CalledWell[];
  readonly nearBorderPercent: number;
}

interface Looked {
  readonly checked: CheckedWell;
  readonly well: Well;
  readonly called: CalledWell;
  readonly brokenRule: BrokenRule | undefined;
}

/** Everything that is doubtful about the results of a run, in reading order. */
export function runDoubts({ run, called, nearBorderPercent }: DoubtsOf): RunDoubts {
  const looked = lookedAt(run, called);
  const interpretedAt = run.acts.interpreted?.at ?? null;
  const channels = [...new Set(looked.map(({ checked }) => checked.channel))].sort();
  const flagged = (code: CallExplanation['flags'][number]['code']): CheckedWell[] =>
    looked
      .filter((one) => one.called.explanation.flags.some((flag) => flag.code === code))
      .map(({ checked }) => checked);
  return {
    channels,
    wells: wellCounts(looked),
    counts: resultCounts(looked),
    wellsByChannel: Object.fromEntries(
      channels.map((channel) => [
        channel,
        looked.filter(({ checked }) => checked.channel === channel).length,
      ]),
    ),
    failedControls: looked.flatMap((one) => failedControl(one, looked)),
    standards: looked.flatMap(standard),
    unresolved: looked.flatMap((one): UnresolvedWell[] => {
      const reason = unresolvedReason({ ...one, interpretedAt });
      return reason === null ? [] : [{ ...one.checked, reason }];
    }),
    changedByHand: looked.flatMap(changed),
    nearBorder: looked
      .flatMap((one): NearWell[] => {
        const border = nearBorder(one.called, nearBorderPercent);
        return border === null ? [] : [{ ...one.checked, text: border.text, distance: border.distance }];
      })
      .sort((a, b) => a.distance - b.distance),
    spikes: flagged('spike'),
    saturated: flagged('saturated'),
    plate: doubtsOfPlate(looked, interpretedAt),
    notAnalysed: notAnalysed(run, looked),
  };
}

function lookedAt({ analyses, brokenRules }: DoubtedRun, called: readonly CalledWell[]): Looked[] {
  const broken = new Map(brokenRules.map((one) => [one.wellId, one]));
  const wells = new Map(
    analyses.flatMap((analysis) => Object.values(analysis.wells)).map((well) => [well.id, well]),
  );
  return called
    .flatMap((one): Looked[] => {
      const well = wells.get(one.wellId);
      if (well === undefined) return [];
      const { wellId, position, channel, sampleType } = one;
      const found = shownDiagnostic(one)?.diagnosticColor ?? null;
      const checked = { wellId, position, channel, name: well.name, sampleType, found };
      return [{ checked, well, called: one, brokenRule: broken.get(wellId) }];
    })
    .sort(
      ({ checked: a }, { checked: b }) =>
        comparePositions(a.position, b.position) || a.channel.localeCompare(b.channel),
    );
}

/** Each well once, however many channels it is read in. */
function wellCounts(looked: readonly Looked[]): RunDoubts['wells'] {
  const types = [...new Map(looked.map(({ checked }) => [checked.position, checked.sampleType])).values()];
  const samples = types.filter(isSample).length;
  const standards = types.filter((type) => type === 'STANDARD').length;
  return { all: types.length, samples, standards, controls: types.length - samples - standards };
}

/** A row each result as the laboratory words it. Every well of a channel is in one row of its column. */
function resultCounts(looked: readonly Looked[]): ResultCount[] {
  const rows = new Map<string, { diagnostic: DiagnosticColor | null; byChannel: ResultCount['byChannel'] }>();
  for (const { found, channel } of looked.map(({ checked }) => checked)) {
    const key = found === null ? '' : `${found.diagnostic.name} ${found.diagnosticLabel}`;
    const row = rows.get(key) ?? { diagnostic: found, byChannel: {} };
    row.byChannel[channel] = (row.byChannel[channel] ?? 0) + 1;
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => rankOf(a.diagnostic) - rankOf(b.diagnostic));
}

/** Results of samples, those that are none, and those of controls. */
function rankOf(diagnostic: DiagnosticColor | null): number {
  const names: readonly string[] = diagnosticNameSchema.options;
  if (diagnostic === null) return names.length;
  const rank = names.indexOf(diagnostic.diagnostic.name);
  return diagnostic.diagnostic.name.startsWith('TEST_') ? names.length + 1 + rank : rank;
}

/**
 * A control that is called as it must not be, or that broke a rule; a standard is told among the standards. A sample
 * that somebody has called `TEST_KO` is none: it is told among the results changed by hand.
 */
function failedControl(
  { checked, well, called, brokenRule }: Looked,
  looked: readonly Looked[],
): FailedControl[] {
  if (isSample(checked.sampleType) || checked.sampleType === 'STANDARD') return [];
  const causes = [
    ...(checked.found?.diagnostic.name === 'TEST_KO' ? [failureCause(called.explanation)] : []),
    ...(brokenRule === undefined ? [] : [brokenRuleText(brokenRule)]),
  ];
  if (causes.length === 0) return [];
  const { kitVersion, lot } = well;
  const samples = looked.filter(
    (other) => isSample(other.checked.sampleType) && speaksFor(filledOf(well), filledOf(other.well)),
  ).length;
  const marks =
    kitVersion === null || lot === null
      ? null
      : { samples, kit: `${kitVersion.kit.name} ${kitVersion.version}`, lot: lot.name };
  return [{ ...checked, cause: causes.join('; '), marks }];
}

function standard({ checked, well, brokenRule }: Looked): CheckedStandard[] {
  if (checked.sampleType !== 'STANDARD') return [];
  const { found } = checked;
  return [
    {
      ...checked,
      expected: well.expectedDiagnostic,
      isAsExpected: isAsExpected(well, found),
      outOfRange: brokenRule === undefined ? null : brokenRuleText(brokenRule),
    },
  ];
}

function changed({ checked, called }: Looked): ChangedWell[] {
  const { interpretedWellDiagnostics: diagnostics } = called;
  const last = shownDiagnostic(called);
  if (last?.stateDiagnostic !== 'UPDATED') return [];
  const before = diagnostics[diagnostics.indexOf(last) - 1];
  const { comment: reason, byName, at } = last;
  return [{ ...checked, from: before?.diagnosticColor ?? null, reason, byName, at }];
}

/** What was to be looked at when the plate was started: a lot that expires afterwards is no doubt. */
function doubtsOfPlate(looked: readonly Looked[], interpretedAt: string | null): RunDoubts['plate'] {
  const plate = new Map(looked.map(({ checked, well }) => [checked.position, well]));
  return plateDoubts(plate, (interpretedAt ?? '').slice(0, 10)).map((doubt) => ({
    text: plateDoubtText(doubt),
    positions: [...doubt.positions],
  }));
}

function notAnalysed({ plateType }: DoubtedRun, looked: readonly Looked[]): RunDoubts['notAnalysed'] {
  const analysed = new Set(looked.map(({ checked }) => checked.position));
  return platePositions(plateType).filter((position) => !analysed.has(position));
}

/** Wells, and their results where a well has more than one: “9 results in 8 wells”, “1 well”. */
export function wellsText(wells: readonly Pick<CheckedWell, 'position'>[]): string {
  const positions = new Set(wells.map(({ position }) => position)).size;
  const words = `${positions} ${positions === 1 ? 'well' : 'wells'}`;
  return wells.length === positions ? words : `${wells.length} results in ${words}`;
}

/** “378 wells: 362 samples, 10 controls, 6 standards.” */
export function plateText({ all, samples, controls, standards }: RunDoubts['wells']): string {
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const parts = [counted(samples, 'sample'), counted(controls, 'control'), counted(standards, 'standard')];
  return `${counted(all, 'well')}: ${parts.join(', ')}.`;
}

/** How many of some wells are of a channel. */
export const countIn = (wells: readonly Pick<CheckedWell, 'channel'>[], channel: ChannelName): number =>
  wells.filter((well) => well.channel === channel).length;
