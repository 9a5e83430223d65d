import type { RdmlDocument, RdmlExperiment, RdmlRun } from './rdml-document.ts';

/** Runs of one experiment on one plate. */
export interface RdmlPlate {
  readonly name: string;
  readonly runs: readonly RdmlRun[];
  /** Experiments without melting curves. */
  readonly left: readonly RdmlExperiment[];
}

/** The plates of a document that have melting curves; without any, the first experiment. */
export function platesOf({ experiments, dyeOfTarget }: RdmlDocument): RdmlPlate[] {
  const measured = experiments.filter(({ runs }) => runs.some(hasMelt));
  const left = experiments.filter((experiment) => !measured.includes(experiment));
  const plates = measured.flatMap((experiment) => {
    const groups = groupRuns(experiment.runs.filter(hasMelt), dyeOfTarget);
    // A run without melting curves still names wells, if there is only one plate.
    if (groups.length === 1) return [{ experiment, name: experiment.id, runs: experiment.runs }];
    return groups.map((runs) => ({
      experiment,
      name: `${experiment.id}, ${runs.map(({ id }) => id).join(' and ')}`,
      runs,
    }));
  });
  if (plates.length === 0) {
    const [first, ...others] = experiments;
    return [{ name: first?.id ?? '', runs: first?.runs ?? [], left: others }];
  }
  return plates.map(({ name, runs }, index) => {
    const same = plates.slice(0, index).filter((other) => other.name === name).length;
    return { name: same === 0 ? name : `${name} (${same + 1})`, runs, left };
  });
}

function hasMelt(run: RdmlRun): boolean {
  return run.reacts.some(({ data }) => data.some(({ temperature }) => temperature.length > 0));
}

/** Adds a run to the first plate of which it could be another dye or phase. */
function groupRuns(runs: readonly RdmlRun[], dyes: DyeOfTarget): RdmlRun[][] {
  const plates: RdmlRun[][] = [];
  for (const run of runs) {
    const plate = plates.find((members) => members.every((member) => areOnePlate(member, run, dyes)));
    if (plate === undefined) plates.push([run]);
    else plate.push(run);
  }
  return plates;
}

type DyeOfTarget = RdmlDocument['dyeOfTarget'];

/** Two runs with the same dye and direction are two plates, as are those of different dates or analysers. */
function areOnePlate(a: RdmlRun, b: RdmlRun, dyes: DyeOfTarget): boolean {
  const isAlike = (one: string | null, other: string | null) =>
    one === null || other === null || one === other;
  const day = ({ runDate }: RdmlRun) => runDate?.slice(0, 10) ?? null;
  const size = (run: RdmlRun) => (run.rows === null || run.columns === null ? null : sizeText(run));
  const readings = readingsOf(a, dyes);
  return (
    isAlike(size(a), size(b)) &&
    isAlike(day(a), day(b)) &&
    isAlike(a.instrument, b.instrument) &&
    ![...readingsOf(b, dyes)].some((reading) => readings.has(reading))
  );
}

function readingsOf(run: RdmlRun, dyes: DyeOfTarget): Set<string> {
  return new Set(
    run.reacts.flatMap(({ data }) =>
      data
        .filter(({ temperature }) => temperature.length > 0)
        .map(({ target, temperature }) => {
          const isRising = (temperature.at(-1) ?? 0) > (temperature[0] ?? 0);
          return `${isRising ? 'rising' : 'falling'} ${dyes.get(target ?? '') ?? target ?? ''}`;
        }),
    ),
  );
}

export function sizeText({ rows, columns }: RdmlRun): string {
  return `${Number(rows)} × ${Number(columns)}`;
}
