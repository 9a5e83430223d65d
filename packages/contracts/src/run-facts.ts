import { fitText } from './kit-fit.ts';
import { missingControls, missingControlText, requiredOfRun } from './missing-controls.ts';
import { expiredText } from './plate-doubts.ts';
import { DEFAULT_LOT_EXPIRATION, isExpired } from './lots.ts';
import { comparePositions, type Position } from './plate.ts';
import type { Run, Well } from './run.ts';
import type { RunFact } from './run-check.ts';
import { isRunDateKnown, runDateDoubt, type RunDateFacts } from './run-date.ts';

/** What of a run its facts are told from. */
export type ToldRun = RunDateFacts &
  Pick<Run, 'kits' | 'acts' | 'importReport' | 'instrumentName' | 'rules' | 'fit'>;

/**
 * What a signer must know of controls, kits, lots and files, gravest first.
 *
 * @param wells - those that are analysed, in every channel
 */
export function runFacts(run: ToldRun, wells: readonly Well[]): RunFact[] {
  return [
    ...controlFacts(run, wells),
    ...kitFacts(run, wells),
    ...lotFacts(run, wells),
    ...dateFacts(run),
    ...importFacts(run),
  ];
}

/** Controls that the plate lacks. */
const controlFacts = (run: ToldRun, wells: readonly Well[]): RunFact[] =>
  missingControls({ wells, requiredOf: requiredOfRun(run), rules: run.rules }).map((missing) => ({
    kind: 'missingControls',
    text: missingControlText(missing),
    short: missing.found === 0 ? `no ${missing.kind} control` : `too few ${missing.kind} controls`,
    positions: missing.positions,
  }));

const KIT_STATUS_TEXT = {
  VALIDATED: null,
  NOT_VALIDATED: 'is not validated',
  PERF: 'is in a performance study, not validated yet,',
} as const;

/** Kits of the plate that are not validated on the run's analyser. */
function kitFacts({ kits, instrumentName }: ToldRun, wells: readonly Well[]): RunFact[] {
  const byVersion = Map.groupBy(wells, ({ kitVersion }) => kitVersion?.id ?? null);
  return [...byVersion].flatMap(([versionId, ofVersion]): RunFact[] => {
    const kitVersion = ofVersion[0]?.kitVersion;
    if (kitVersion === null || kitVersion === undefined) return [];
    const status = kits.find((row) => row.kitVersion.id === versionId)?.status ?? 'NOT_VALIDATED';
    const said = KIT_STATUS_TEXT[status];
    if (said === null) return [];
    const name = `${kitVersion.kit.name} ${kitVersion.version}`;
    return [
      {
        kind: 'kitStatus',
        text: `${name} ${said} on this cycler, ${instrumentName}.`,
        short: `${name} not validated`,
        positions: [],
      },
    ];
  });
}

/** Lots that had expired when the run was interpreted, and those that say nothing of when they expire. */
function lotFacts({ acts }: ToldRun, wells: readonly Well[]): RunFact[] {
  // What expires afterwards is no doubt.
  const day = (acts.interpreted?.at ?? '').slice(0, 10);
  const byLot = Map.groupBy(wells, ({ lot }) => lot?.id ?? null);
  return [...byLot.values()].flatMap((ofLot): RunFact[] => {
    const lot = ofLot[0]?.lot;
    if (lot === null || lot === undefined) return [];
    const positions = positionsOf(ofLot);
    if (isExpired(lot, day))
      return [
        { kind: 'expiredLots', text: `${expiredText(lot)}.`, short: `lot ${lot.name} expired`, positions },
      ];
    if (lot.expirationDate !== DEFAULT_LOT_EXPIRATION) return [];
    const text = `Lot ${lot.name} has no expiry date.`;
    return [{ kind: 'openLots', text, short: `lot ${lot.name} without an expiry date`, positions }];
  });
}

function dateFacts(run: ToldRun): RunFact[] {
  const text = runDateDoubt(run);
  if (text === null) return [];
  const short = isRunDateKnown(run) ? 'run date to be looked at' : 'run date not in the file';
  return [{ kind: 'runDate', text, short, positions: [] }];
}

/** What of the kit the files do not hold, and what their reader doubts. */
function importFacts(run: ToldRun): RunFact[] {
  const fit = fitText(run);
  return [
    ...(fit === null ? [] : [{ text: fit, short: 'kit and file do not fit' }]),
    ...run.importReport.notes.map((text) => ({ text, short: 'a doubt of the import' })),
  ].map((fact) => ({ kind: 'importDoubts', ...fact, positions: [] }));
}

const positionsOf = (wells: readonly Well[]): Position[] =>
  [...new Set(wells.map(({ position }) => position))].sort(comparePositions);
