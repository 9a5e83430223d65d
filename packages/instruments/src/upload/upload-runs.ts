import { RUN_FILE_FORMAT_LABEL } from '@curvewell/domain/reading';

import type { Part } from '../part.ts';
import { ReadError } from '../read-error.ts';

/** A run in the files of an upload. */
export interface UploadRun {
  /** The name in the files, or else a description; unique within an upload. */
  readonly name: string;
  readonly parts: readonly Part[];
}

/** Separates the runs of an upload by format, by name, and by the instrument's information about them. */
export function runsOfUpload(parts: readonly Part[]): UploadRun[] {
  const runs = [...Map.groupBy(parts, ({ format }) => format).values()]
    .flatMap(runsOfFormat)
    .map((run) => ({ ...run, name: oneLine(run.name) }));
  return runs.map((run, index) => {
    const same = runs.slice(0, index).filter(({ name }) => name === run.name).length;
    return same === 0 ? run : { ...run, name: `${run.name} (${same + 1})` };
  });
}

const LONGEST_NAME = 250;

/** A name for a request: one line of limited length. */
function oneLine(name: string): string {
  const line = name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME);
  return line === '' ? 'run' : line;
}

function runsOfFormat(parts: readonly Part[]): UploadRun[] {
  if (parts.some(({ run }) => run !== null)) return runsByName(parts, ({ run }) => run);
  return areHintsReliable(parts) ? runsByName(parts, ({ runHint }) => runHint) : runsByIdentity(parts);
}

/** File names separate runs when two of them have the same curves, or what only one run can have. */
function areHintsReliable(parts: readonly Part[]): boolean {
  const claims = parts.flatMap(({ runHint, series, runIdentity }) => [
    ...(runIdentity === null ? [] : [{ runHint, claim: 'identity' }]),
    ...series.map(({ dye, quantity, position, temperature }) => {
      const isRising = (temperature.at(-1) ?? 0) > (temperature[0] ?? 0);
      return { runHint, claim: [dye, quantity, position, isRising].join('|') };
    }),
  ]);
  const hints = new Map<string, string | null>();
  return claims.some(({ runHint, claim }) => {
    const other = hints.get(claim);
    if (other === undefined) hints.set(claim, runHint);
    return other !== undefined && other !== null && runHint !== null && other !== runHint;
  });
}

function runsByName(parts: readonly Part[], nameOf: (part: Part) => string | null): UploadRun[] {
  const named = Map.groupBy(parts, nameOf);
  const loose = named.get(null) ?? [];
  named.delete(null);
  const [only] = named.keys();
  // Content without a run, such as a list of wells, belongs to the only run.
  if (named.size === 1) return [{ name: only ?? '', parts }];
  return [
    ...[...named].map(([name, ofRun]) => ({ name: name ?? '', parts: ofRun })),
    ...runsByIdentity(loose),
  ];
}

/** The remaining doubt where files with different names were joined; null: none. */
export function otherNames(parts: readonly Part[]): string | null {
  const hints = [...new Set(parts.map(({ runHint }) => runHint))].filter((hint) => hint !== null);
  if (hints.length < 2) return null;
  return `The names of the files belong to several runs, ${hints.map((hint) => `“${hint}”`).join(', ')}, but the files complete one another. Check that they belong to one run.`;
}

function runsByIdentity(parts: readonly Part[]): UploadRun[] {
  if (parts.length === 0) return [];
  const byIdentity = Map.groupBy(parts, ({ runIdentity }) => runIdentity);
  const identities = [...byIdentity.keys()].filter((identity) => identity !== null);
  if (identities.length <= 1) return [{ name: identities[0]?.trim() ?? filesOf(parts), parts }];
  return [...byIdentity].map(([identity, ofRun]) => ({
    name: identity?.trim() ?? filesOf(ofRun),
    parts: ofRun,
  }));
}

/** Further files are only counted. */
const NAMED_FILES = 3;

/** “a.csv, b.csv, c.csv and 17 more” */
function shortened(files: readonly string[]): string {
  const more = files.length - NAMED_FILES;
  const named = files.slice(0, more > 1 ? NAMED_FILES : files.length).join(', ');
  return more > 1 ? `${named} and ${more} more` : named;
}

function filesOf(parts: readonly Part[]): string {
  return [...new Set(parts.map(({ file }) => file))].join(', ');
}

const hasCurves = ({ parts }: UploadRun) =>
  parts.some(({ series, fault }) => series.length > 0 || fault !== null);

/** The runs to choose from: those with melting curves, or all if there are none. */
export function readableRuns(runs: readonly UploadRun[]): readonly UploadRun[] {
  const readable = runs.filter(hasCurves);
  return readable.length === 0 ? runs : readable;
}

/**
 * The requested run; without a request there must be only one.
 *
 * @throws ReadError `several-runs`, with their names as choices
 */
export function chooseRun(runs: readonly UploadRun[], wanted: string | undefined): UploadRun {
  const [first, second] = runs;
  if (first !== undefined && second === undefined) return first;
  const choices = readableRuns(runs);
  const chosen = choices.find(({ name }) => name === wanted);
  if (chosen !== undefined) return chosen;
  throw severalRuns(runs, choices, wanted);
}

function severalRuns(
  runs: readonly UploadRun[],
  choices: readonly UploadRun[],
  wanted: string | undefined,
): ReadError {
  const files = [...new Set(runs.flatMap(({ parts }) => parts.map(({ file }) => file)))];
  const formats = new Set(runs.flatMap(({ parts }) => parts.map(({ format }) => format)));
  const unknown = wanted === undefined ? {} : { found: wanted };
  return new ReadError({
    code: 'several-runs',
    place: { file: shortened(files) },
    problem:
      files.length === 1
        ? `it holds ${choices.length} runs; choose one`
        : formats.size > 1
          ? `they are files of several instruments: ${runs.map(instrumentOf).join('; ')}`
          : `they are files of several runs: ${runs.map(belongings).join('; ')}`,
    expected: `one of the runs ${choices.map(({ name }) => `“${name}”`).join(', ')}`,
    choices: choices.map(({ name }) => name),
    ...unknown,
  });
}

function instrumentOf({ parts }: UploadRun): string {
  const format = parts[0]?.format;
  return `${filesOf(parts)} of ${format === undefined ? '' : RUN_FILE_FORMAT_LABEL[format]}`;
}

function belongings({ name, parts }: UploadRun): string {
  const files = new Set(parts.map(({ file }) => file));
  return `${shortened([...files])} ${files.size === 1 ? 'belongs' : 'belong'} to “${name}”`;
}
