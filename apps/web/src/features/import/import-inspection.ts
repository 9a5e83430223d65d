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
  /** Names of the runs to be made, where the files hold several. */
  readonly runs: readonly string[];
  /** By dye; null: it is left out. */
  readonly dyes: Readonly<Record<string, ChannelName | null>>;
}
export const NO_CHOICES: Choices = { analyserId: null, runs: [], dyes: {} };

/** What is open before the files can become runs. */
export type Question = 'runs' | 'dyes' | 'analyser';

/** What would be imported, and what must be answered before. */
export interface Outlook {
  /** Runs that are to be made: the only one, or the chosen ones. */
  readonly chosen: readonly InspectedRun[];
  readonly analyser: Analyser | null;
  /** Analysers that read the files, the most fitting first. */
  readonly fitting: readonly Analyser[];
  /** What the analyser makes of the first chosen run; null: it does not write such files, or nothing is known yet. */
  readonly reading: InspectedAnalyser | null;
  /** Dyes that the analyser does not know by itself. */
  readonly dyes: readonly InspectedDye[];
  readonly question: Question | null;
}

const isFitting = ({ outcome }: InspectedAnalyser) => outcome !== 'refuses';

/** Checks the user's answers against what the files hold. */
export function outlookOf(
  analysers: readonly Analyser[],
  inspection: RunInspection | undefined,
  choices: Choices,
): Outlook {
  const runs = inspection?.runs ?? [];
  const chosen = runs.length === 1 ? runs : runs.filter(({ name }) => choices.runs.includes(name));
  const subject = chosen[0] ?? runs[0];
  const fitting = (subject?.analysers ?? [])
    .filter(isFitting)
    .flatMap(({ analyserId }) => analysers.find(({ id }) => id === analyserId) ?? []);
  const analyser =
    analysers.find(({ id }) => id === choices.analyserId) ?? fitting[0] ?? analysers[0] ?? null;
  const readings = chosen.flatMap(({ analysers: found }) =>
    found.filter(({ analyserId }) => analyserId === analyser?.id),
  );
  const byDye = new Map(readings.flatMap(({ dyes }) => dyes).map((dye) => [dye.dye, dye]));
  const dyes = [...byDye.values()].filter(({ source }) => source !== 'profile');
  const isOpen = readings.some(
    ({ outcome, dyes: ofRun }) =>
      outcome === 'asks' && ofRun.every((dye) => channelOf(dye, choices) === null),
  );
  const isForeign = fitting.length > 0 && !fitting.some(({ id }) => id === analyser?.id);
  const question =
    runs.length > 1 && chosen.length === 0 ? 'runs' : isForeign ? 'analyser' : isOpen ? 'dyes' : null;
  return { chosen, analyser, fitting, reading: readings[0] ?? null, dyes, question };
}

/** What a dye is: as answered, or else as is known. */
export function channelOf(
  { dye, channel }: InspectedDye,
  { dyes }: Pick<Choices, 'dyes'>,
): ChannelName | null {
  return dye in dyes ? (dyes[dye] ?? null) : channel;
}

/** The answers that an import sends for one run; none where nothing was asked. */
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

/** Files of an upload that its runs do not need. */
export function redundantFiles(names: readonly string[], { chosen, reading }: Outlook): string[] {
  if (reading?.outcome !== 'reads' || chosen.length !== 1) return [];
  const needed = new Set(reading.files);
  const isNeeded = (name: string) =>
    needed.has(name) || [...needed].some((one) => one.startsWith(`${name}/`));
  return names.filter((name) => !isNeeded(name) && !isPackedAs(name, needed));
}

/** A file is named without its `.gz` once it is unpacked. */
const isPackedAs = (name: string, needed: ReadonlySet<string>) => needed.has(name.replace(/\.gz$/i, ''));
