import { fitText } from '../kit/kit-fit.ts';
import { isSample } from '../plate/controlled-wells.ts';
import { missingControls, missingControlText, requiredOfRun } from '../plate/missing-controls.ts';
import { expiredText } from '../plate/plate-doubts.ts';
import { DEFAULT_LOT_EXPIRATION, isExpired } from '../kit/lots.ts';
import { comparePositions, type Position } from '../plate/plate.ts';
import type { Run, Well } from './run.ts';
import type { RunDoubts, RunFact } from './run-check.ts';
import { dayText, isRunDateKnown, lotDay, runDateDoubt, type RunDateFacts } from './run-date.ts';
import { dayIn } from '../text/time-zone.ts';

export type RunFactsInput = RunDateFacts &
  Pick<Run, 'kits' | 'acts' | 'importReport' | 'instrumentName' | 'rules' | 'fit' | 'trialLots'>;

interface FactsOf {
  /** The analysed wells, in every channel. */
  readonly wells: readonly Well[];
  readonly now: Date;
}

/** Facts about controls, kits, lots and files that a signer must know, most serious first. */
export function runFacts(run: RunFactsInput, { wells, now }: FactsOf): RunFact[] {
  return [
    ...controlFacts(run, wells),
    ...kitFacts(run, wells),
    ...expiredFacts(run, wells),
    ...withdrawnFacts(run, { wells, now }),
    ...openLotFacts(wells),
    ...dateFacts(run),
    ...importFacts(run),
  ];
}

/** The controls that a user has overridden to passed; they are not counted as passed. */
export const controlsByHand = ({ changedByHand }: Pick<RunDoubts, 'changedByHand'>): readonly Position[] =>
  positionsOf(changedByHand.filter(({ sampleType }) => sampleType !== 'STANDARD' && !isSample(sampleType)));

/** Controls that the plate lacks. */
const controlFacts = (run: RunFactsInput, wells: readonly Well[]): RunFact[] =>
  missingControls({ wells, requiredOf: requiredOfRun(run), rules: run.rules }).map((missing) => ({
    kind: 'missingControls',
    text: missingControlText(missing),
    short: missing.found === 0 ? `no ${missing.kind} control` : `too few ${missing.kind} controls`,
    positions: missing.positions,
  }));

const KIT_STATUS_TEXT = {
  VALIDATED: null,
  NOT_VALIDATED: 'is not validated',
  PERF: 'is in a performance study and not yet validated',
} as const;

/** Kits of the plate that are not validated on the run's analyser. */
function kitFacts({ kits, instrumentName }: RunFactsInput, wells: readonly Well[]): RunFact[] {
  const byVersion = Map.groupBy(wells, ({ kitVersion }) => kitVersion?.id ?? null);
  return [...byVersion].flatMap(([versionId, ofVersion]): RunFact[] => {
    const kitVersion = ofVersion[0]?.kitVersion;
    if (kitVersion === null || kitVersion === undefined) return [];
    const status = kits.find((row) => row.kitVersion.id === versionId)?.status ?? 'NOT_VALIDATED';
    const statusText = KIT_STATUS_TEXT[status];
    if (statusText === null) return [];
    const name = `${kitVersion.kit.name} ${kitVersion.version}`;
    return [
      {
        kind: 'kitStatus',
        text: `${name} ${statusText} on this analyser, ${instrumentName}.`,
        short: `${name} not validated`,
        positions: [],
      },
    ];
  });
}

/** Lots that had expired on the day of the run. */
function expiredFacts(run: RunFactsInput, wells: readonly Well[]): RunFact[] {
  const day = lotDay(run);
  return lotsOf(wells)
    .filter(({ lot }) => isExpired(lot, day))
    .map(({ lot, positions }) => ({
      kind: 'expiredLots',
      text: `${expiredText(lot)}.`,
      short: `lot ${lot.name} expired`,
      positions,
    }));
}

/** Lots without an expiry date. */
const openLotFacts = (wells: readonly Well[]): RunFact[] =>
  lotsOf(wells)
    .filter(({ lot }) => lot.expirationDate === DEFAULT_LOT_EXPIRATION)
    .map(({ lot: { name }, positions }) => ({
      kind: 'openLots',
      text: `Lot ${name} has no expiry date.`,
      positions,
      short: `lot ${name} without an expiry date`,
    }));

/**
 * Lots deactivated after the interpretation, and versions that are no longer valid, for an undecided run; the
 * rule for expired lots applies. A lot deactivated before makes the run a trial run instead.
 */
function withdrawnFacts(run: RunFactsInput, { wells, now }: FactsOf): RunFact[] {
  const { kits, acts, trialLots, laboratoryTimeZone } = run;
  if (acts.approved !== null || acts.rejected !== null) return [];
  const today = dayIn(now, laboratoryTimeZone);
  const onTrial = new Set(trialLots.map(({ id }) => id));
  const closed = new Set(kits.flatMap(({ lots }) => lots.flatMap(({ id, active }) => (active ? [] : [id]))));
  const versions = Map.groupBy(wells, ({ kitVersion }) => kitVersion?.id ?? null);
  return [
    ...lotsOf(wells)
      .filter(({ lot }) => closed.has(lot.id) && !onTrial.has(lot.id))
      .map(({ lot: { name }, positions }) => ({
        kind: 'expiredLots' as const,
        short: `lot ${name} closed`,
        positions,
        text: `Lot ${name} was closed after this run was interpreted.`,
      })),
    ...kits.flatMap(({ kitVersion: { id, kit, version }, validityEndDate: end }): RunFact[] => {
      const ofVersion = versions.get(id);
      if (ofVersion === undefined || end === null || end >= today) return [];
      const name = `${kit.name} ${version}`;
      return [
        {
          kind: 'expiredLots',
          short: `${name} no longer valid`,
          positions: positionsOf(ofVersion),
          text: `${name} is no longer valid: its last day was ${dayText(end)}.`,
        },
      ];
    }),
  ];
}

const lotsOf = (wells: readonly Well[]) =>
  [...Map.groupBy(wells, ({ lot }) => lot?.id ?? null).values()].flatMap((ofLot) => {
    const lot = ofLot[0]?.lot;
    return lot === null || lot === undefined ? [] : [{ lot, positions: positionsOf(ofLot) }];
  });

function dateFacts(run: RunFactsInput): RunFact[] {
  const text = runDateDoubt(run);
  if (text === null) return [];
  const short = isRunDateKnown(run) ? 'run date to be checked' : 'run date not in the file';
  return [{ kind: 'runDate', text, short, positions: [] }];
}

/** Zones of the kit that the files do not cover, and doubts of the file reader. */
function importFacts(run: RunFactsInput): RunFact[] {
  const fit = fitText(run);
  return [
    ...(fit === null ? [] : [{ text: fit, short: 'kit and file fit only in part' }]),
    ...run.importReport.notes.map((text) => ({ text, short: 'import warning' })),
  ].map((fact) => ({ kind: 'importDoubts', ...fact, positions: [] }));
}

const positionsOf = (wells: readonly { readonly position: Position }[]): Position[] =>
  [...new Set(wells.map(({ position }) => position))].sort(comparePositions);
