import type {
  Analyser,
  ChannelName,
  DyeAnswer,
  InspectedAnalyser,
  InspectedDye,
  InspectedRun,
  ReadAnswers,
  RunInspection,
} from '@curvewell/domain';

/** The user's answers about the files so far. */
export interface Choices {
  readonly analyserId: string | null;
  /** Names of the runs to import, if the files contain several. */
  readonly runs: readonly string[];
  /** By dye; null skips the dye. */
  readonly dyes: Readonly<Record<string, ChannelName | null>>;
}
export const NO_CHOICES: Choices = { analyserId: null, runs: [], dyes: {} };

/** Open questions before the files can become runs. */
export type Question = 'runs' | 'dyes' | 'analyser';

/** What would be imported, and the questions to answer first. */
export interface Outlook {
  /** Runs to import: the only one, or the chosen ones. */
  readonly chosen: readonly InspectedRun[];
  readonly analyser: Analyser | null;
  /** Analysers that can read the files, best match first. */
  readonly fitting: readonly Analyser[];
  /** How the analyser reads the first chosen run; null if it cannot, or before the inspection. */
  readonly reading: InspectedAnalyser | null;
  /** Dyes that the analyser's profile does not assign. */
  readonly dyes: readonly InspectedDye[];
  /** Dyes that it assigns to a channel. */
  readonly assigned: readonly InspectedDye[];
  readonly question: Question | null;
}

const isFitting = ({ outcome }: InspectedAnalyser) => outcome !== 'refuses';

/** Combines the user's answers with the content of the files. */
export function outlookOf(
  analysers: readonly Analyser[],
  inspection: RunInspection | undefined,
  choices: Choices,
): Outlook {
  const runs = inspection?.runs ?? [];
  const chosen = runs.length === 1 ? runs : runs.filter(({ name }) => choices.runs.includes(name));
  const subject = chosen[0] ?? runs[0];
  const offered = (found: readonly InspectedAnalyser[]) =>
    found.flatMap(({ analyserId }) => analysers.find(({ id }) => id === analyserId) ?? []);
  const writers = subject?.analysers ?? [];
  const fitting = offered(writers.filter(isFitting));
  // Where every analyser refuses the files, the one that writes them says which export to make.
  const [best = analysers[0] ?? null] = [...fitting, ...offered(writers)];
  const analyser = analysers.find(({ id }) => id === choices.analyserId) ?? best;
  const readings = chosen.flatMap(({ analysers: found }) =>
    found.filter(({ analyserId }) => analyserId === analyser?.id),
  );
  const byDye = new Map(readings.flatMap(({ dyes }) => dyes).map((dye) => [dye.dye, dye]));
  const [assigned, dyes] = splitBy([...byDye.values()], ({ source }) => source === 'profile');
  const isOpen = readings.some(
    ({ outcome, dyes: ofRun }) =>
      outcome === 'asks' && ofRun.every((dye) => channelOf(dye, choices) === null),
  );
  const isForeign = fitting.length > 0 && !fitting.some(({ id }) => id === analyser?.id);
  const question =
    runs.length > 1 && chosen.length === 0 ? 'runs' : isForeign ? 'analyser' : isOpen ? 'dyes' : null;
  return { chosen, analyser, fitting, reading: readings[0] ?? null, dyes, assigned, question };
}

const splitBy = <Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(isFirst),
  items.filter((item) => !isFirst(item)),
];

/** The channel of a dye: the user's answer, or the stored one. */
export function channelOf(
  { dye, channel }: InspectedDye,
  { dyes }: Pick<Choices, 'dyes'>,
): ChannelName | null {
  return dye in dyes ? (dyes[dye] ?? null) : channel;
}

/** The answers to send for one run; only those that were asked for. */
export function answersFor(
  run: InspectedRun,
  { choices, several }: { choices: Choices; several: boolean },
): ReadAnswers | null {
  const known = new Set(run.curves.map(({ dye }) => dye));
  const dyes: DyeAnswer[] = Object.entries(choices.dyes)
    .filter(([dye]) => known.has(dye))
    .map(([dye, channel]) => ({ dye, channel }));
  if (!several && dyes.length === 0) return null;
  return { ...(several && { run: run.name }), ...(dyes.length > 0 && { dyes }) };
}

export function redundantFiles(names: readonly string[], { chosen, reading }: Outlook): string[] {
  if (reading?.outcome !== 'reads' || chosen.length !== 1) return [];
  const needed = new Set(reading.files);
  const isNeeded = (name: string) =>
    needed.has(name) || [...needed].some((one) => one.startsWith(`${name}/`));
  return names.filter((name) => !isNeeded(name) && !isPackedAs(name, needed));
}

/** An unpacked file is named without its `.gz`. */
const isPackedAs = (name: string, needed: ReadonlySet<string>) => needed.has(name.replace(/\.gz$/i, ''));
