import { isOnPlate, RUN_FILE_FORMAT_LABEL } from '@curvewell/domain/reading';
import type { AnalyserProfile, PlateType } from '@curvewell/domain';

import type { BesideMelting } from '../amplification/amplification-channels.ts';
import { assembleAmplification } from '../amplification/assemble-amplification.ts';
import { reportAmplification } from '../amplification/report-amplification.ts';
import { assembleCurves } from './assemble-curves.ts';
import type { DyeKnowledge } from './assemble-curves.ts';
import { checkLabels } from './completeness.ts';
import type { FoundFile, Ignored } from '../import-report.ts';
import { MELT_EXPORT } from './melt-export.ts';
import { requiredFiles } from '../upload/required-files.ts';
import type { Part } from '../part.ts';
import { mergeWells } from './merge-wells.ts';
import { plateTypeOfPositions } from './position.ts';
import { ReadError } from '../read-error.ts';
import { remarkOnConfidence, remarkOnDate, remarkOnDerivative, remarkOnDisorder } from '../remarks.ts';
import { reportCurves } from './report-curves.ts';
import type { RunFile, RunWell } from '../run-file.ts';
import { otherNames } from '../upload/upload-runs.ts';
import type { UploadRun } from '../upload/upload-runs.ts';

export interface Assembling extends DyeKnowledge {
  /** All runs of the upload. */
  readonly runs: readonly UploadRun[];
  readonly run?: string | undefined;
  readonly now: Date;
}

/** Combines the files of one run. @throws ReadError */
export function assembleRun(run: UploadRun, { runs, now, ...knowledge }: Assembling): RunFile {
  const { parts } = run;
  const { profile } = knowledge;
  const [first] = parts;
  if (first === undefined) throw new Error('a run has at least one file');
  const fault = parts.find((part) => part.fault !== null)?.fault;
  if (fault) throw fault;
  checkFormats(parts, profile);
  checkOneRun(parts);
  checkMelt(parts, first);

  const { curves, readSources, ...found } = assembleCurves(parts, knowledge);
  checkLabels(parts);
  const { amplification, needed, ...alongside } = withAmplification(parts, {
    ...found,
    ...knowledge,
    readSources,
  });
  const dyes = [...found.answers, ...alongside.answers];
  checkFileCount(parts, needed.sources, profile);
  const positions = new Set(curves.map(({ position }) => position));
  const { wells, notes: wellNotes } = mergeWells(parts, positions);
  const plateType = choosePlateType(parts, { wells, profile });
  const runDate = firstKnown(parts, (part) => part.runDate);
  const date = remarkOnDate(runDate, now);
  const disorder = remarkOnDisorder(curves, first.format);
  const names = otherNames(parts);
  const files = describeFiles(
    parts.filter(({ source }) => needed.sources.includes(source)),
    profile,
  );
  return {
    format: first.format,
    formatVersion: firstKnown(parts, (part) => part.formatVersion),
    software: firstKnown(parts, (part) => part.software),
    instrument: {
      name: firstKnown(parts, (part) => part.instrument.name),
      model: firstKnown(parts, (part) => part.instrument.model),
      serial: firstKnown(parts, (part) => part.instrument.serial),
    },
    runDate,
    plateId: firstKnown(parts, (part) => part.plateId),
    plateType,
    sources: needed.sources,
    wells,
    curves,
    amplification,
    report: {
      profile: { id: profile.id, version: profile.version },
      files,
      curves: reportCurves(curves),
      ...(amplification.length > 0 && { amplification: reportAmplification(amplification) }),
      ignored: [
        ...parts.filter(({ source }) => needed.sources.includes(source)).flatMap((part) => part.ignored),
        ...found.ignored,
        ...alongside.ignored,
        ...needed.ignored,
        ...otherRuns(runs, run),
      ],
      notes: unique([
        ...remarkOnConfidence(files, profile.name),
        ...(names === null ? [] : [names]),
        ...wellNotes,
        ...parts.flatMap((part) => part.notes),
        ...found.notes,
        ...alongside.notes,
        ...date.notes,
        ...disorder.notes,
      ]),
      remarks: unique([
        ...found.remarks,
        ...date.remarks,
        ...disorder.remarks,
        ...remarkOnDerivative(curves).remarks,
      ]),
      answers: {
        ...(runs.length > 1 && { run: run.name }),
        ...(dyes.length > 0 && { dyes }),
      },
    },
  };
}

interface Alongside extends BesideMelting {
  /** Files with the melting curves. */
  readonly readSources: ReadonlySet<number>;
}

/** Amplification with the files of the run; without amplification if the run would have too many files. */
function withAmplification(parts: readonly Part[], { readSources, ...melting }: Alongside) {
  const { curves, ignored, notes, answers, readSources: more } = assembleAmplification(parts, melting);
  const needed = requiredFiles(parts, new Set([...readSources, ...more]));
  const most = melting.profile.maxNumberOfFilesByRun;
  if (curves.length === 0 || needed.sources.length <= most)
    return { amplification: curves, needed, ignored, notes, answers };
  return {
    amplification: [],
    needed: requiredFiles(parts, readSources),
    answers: [],
    ignored,
    notes: [
      ...notes,
      `Amplification is not kept: with it the run would have ${needed.sources.length} files, and a run of ${melting.profile.name} has at most ${most}. Melting curves are not affected.`,
    ],
  };
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Reports the other runs of the upload as skipped. */
function otherRuns(runs: readonly UploadRun[], chosen: UploadRun): Ignored[] {
  return runs
    .filter((run) => run !== chosen)
    .flatMap(({ name, parts }) =>
      [...new Set(parts.map(({ file }) => file))].map((file) => ({
        file,
        part: name,
        reason: 'it belongs to another run',
      })),
    );
}

function checkFileCount(parts: readonly Part[], sources: readonly number[], profile: AnalyserProfile): void {
  if (sources.length <= profile.maxNumberOfFilesByRun) return;
  throw new ReadError({
    code: 'too-many-files',
    place: { file: parts.findLast(({ source }) => sources.includes(source))?.file ?? 'upload' },
    problem: `the run needs ${sources.length} files, but a run of ${profile.name} has at most ${profile.maxNumberOfFilesByRun}`,
    found: String(sources.length),
    expected: `1 to ${profile.maxNumberOfFilesByRun}`,
  });
}

function firstKnown<T>(parts: readonly Part[], pick: (part: Part) => T | null): T | null {
  return parts.map(pick).find((value) => value !== null) ?? null;
}

/** The file type of a profile that a part has; undefined: the analyser does not write it. */
export function writtenBy(part: Part, { formats }: AnalyserProfile) {
  return formats.find(({ format, container }) => format === part.format && container === part.container);
}

function describeFiles(parts: readonly Part[], profile: AnalyserProfile): FoundFile[] {
  return parts.map((part) => ({
    name: part.file,
    format: part.format,
    container: part.container,
    confidence: writtenBy(part, profile)?.confidence ?? 'documented',
    parts: [...part.found],
  }));
}

function checkFormats(parts: readonly Part[], profile: AnalyserProfile): void {
  const foreign = parts.find((part) => writtenBy(part, profile) === undefined);
  if (foreign === undefined) return;
  const { file, format, container } = foreign;
  throw new ReadError({
    code: 'unsupported-file',
    place: { file },
    problem: `it is a file of ${RUN_FILE_FORMAT_LABEL[format]} (${container}), which ${profile.name} does not write; choose the analyser that wrote it`,
  });
}

function checkOneRun(parts: readonly Part[]): void {
  for (const part of parts) {
    const other = parts.find(({ runIdentity }) => runIdentity !== null);
    if (part.runIdentity !== null && other !== undefined && part.runIdentity !== other.runIdentity) {
      throw severalRuns(part, `it belongs to a different run from ${other.file}`, part.runIdentity);
    }
    const sized = parts.find(({ plateType }) => plateType !== null);
    if (part.plateType !== null && part.plateType !== (sized?.plateType ?? null)) {
      throw severalRuns(part, `its plate has a different size from that of ${sized?.file ?? ''}`);
    }
  }
}

function severalRuns(part: Part, problem: string, found?: string): ReadError {
  return new ReadError({
    code: 'several-runs',
    place: { file: part.file },
    problem,
    expected: 'files of one run',
    ...(found === undefined ? {} : { found }),
  });
}

function checkMelt(parts: readonly Part[], first: Part): void {
  if (parts.some(({ series }) => series.length > 0)) return;
  throw new ReadError({
    code: 'no-melt-data',
    place: { file: first.file },
    problem: `recognised as ${RUN_FILE_FORMAT_LABEL[first.format]}, but it contains no melt data; also export the melting curves${MELT_EXPORT[first.format]}`,
  });
}

interface PlateQuestion {
  readonly wells: readonly RunWell[];
  readonly profile: AnalyserProfile;
}

/** The plate in the file, or the smallest plate of the analyser with all wells. */
function choosePlateType(parts: readonly Part[], { wells, profile }: PlateQuestion): PlateType {
  const sized = parts.find(({ plateType }) => plateType !== null);
  const stated = sized?.plateType ?? null;
  const least = plateTypeOfPositions(wells.map(({ position }) => position));
  const chosen =
    stated ?? [least, 'RECTANGULAR_384' as const].find((type) => profile.plateTypes.includes(type));
  const file = sized?.file ?? parts[0]?.file ?? '';
  if (chosen === undefined || !profile.plateTypes.includes(chosen)) {
    throw new ReadError({
      code: 'unexpected-content',
      place: { file },
      problem: `${profile.name} does not read this plate size`,
      found: plateName(chosen ?? least),
      expected: profile.plateTypes.map(plateName).join(' or '),
    });
  }
  const outside = wells.find(({ position }) => !isOnPlate(position, chosen));
  if (outside === undefined) return chosen;
  throw new ReadError({
    code: 'unexpected-content',
    place: { file },
    problem: `the well is not on a ${plateName(chosen)}`,
    found: outside.position,
  });
}

function plateName(type: PlateType): string {
  return type === 'RECTANGULAR_96' ? '96-well plate' : '384-well plate';
}
