import { isOnPlate } from '@curvewell/contracts';
import type { AnalyserProfile, PlateType, Position } from '@curvewell/contracts';

import { assembleCurves } from './assemble-curves.ts';
import { checkLabels } from './completeness.ts';
import { FORMAT_NAMES } from './format-names.ts';
import type { FoundFile } from './import-report.ts';
import type { Part } from './part.ts';
import { plateTypeOfPositions, readingOrder } from './position.ts';
import { ReadError } from './read-error.ts';
import { reportCurves } from './report-curves.ts';
import type { RunFile, RunWell } from './run-file.ts';

/** Joins what the files of one upload say into one run, or says why they are none. */
export function assembleRun(parts: readonly Part[], profile: AnalyserProfile): RunFile {
  const [first] = parts;
  if (first === undefined) throw new Error('a run has at least one file');
  const files = describeFiles(parts, profile);
  checkOneRun(parts, first);
  checkMelt(parts, first);

  const { curves, ignored, notes } = assembleCurves(parts, profile);
  const positions = new Set(curves.map(({ position }) => position));
  checkLabels(parts);
  const wells = mergeWells(parts, positions);
  const plateType = choosePlateType(parts, { wells, profile });
  return {
    format: first.format,
    formatVersion: firstKnown(parts, (part) => part.formatVersion),
    software: firstKnown(parts, (part) => part.software),
    instrument: {
      name: firstKnown(parts, (part) => part.instrument.name),
      model: firstKnown(parts, (part) => part.instrument.model),
      serial: firstKnown(parts, (part) => part.instrument.serial),
    },
    runDate: firstKnown(parts, (part) => part.runDate),
    plateId: firstKnown(parts, (part) => part.plateId),
    plateType,
    wells,
    curves,
    report: {
      profile: { id: profile.id, version: profile.version },
      files,
      curves: reportCurves(curves),
      ignored: [...parts.flatMap((part) => part.ignored), ...ignored],
      notes: [...new Set([...parts.flatMap((part) => part.notes), ...notes])],
    },
  };
}

function firstKnown<T>(parts: readonly Part[], pick: (part: Part) => T | null): T | null {
  return parts.map(pick).find((value) => value !== null) ?? null;
}

function describeFiles(parts: readonly Part[], profile: AnalyserProfile): FoundFile[] {
  return parts.map(({ file, format, container, found }) => {
    const known = profile.formats.find((entry) => entry.format === format && entry.container === container);
    if (known !== undefined)
      return { name: file, format, container, confidence: known.confidence, parts: [...found] };
    throw new ReadError({
      code: 'unsupported-file',
      place: { file },
      problem: `it is a file of ${FORMAT_NAMES[format]} (${container}), which ${profile.name} does not write; choose the analyser that wrote it`,
    });
  });
}

function checkOneRun(parts: readonly Part[], first: Part): void {
  for (const part of parts) {
    if (part.format !== first.format) {
      throw severalRuns(
        part,
        `it is a file of ${FORMAT_NAMES[part.format]} beside files of another instrument`,
      );
    }
    const other = parts.find(({ runIdentity }) => runIdentity !== null);
    if (part.runIdentity !== null && other !== undefined && part.runIdentity !== other.runIdentity) {
      throw severalRuns(part, `it belongs to another run than ${other.file}`, part.runIdentity);
    }
    const sized = parts.find(({ plateType }) => plateType !== null);
    if (part.plateType !== null && part.plateType !== (sized?.plateType ?? null)) {
      throw severalRuns(part, `its plate has another size than that of ${sized?.file ?? ''}`);
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
    problem: `recognised as ${FORMAT_NAMES[first.format]}, but it contains no melt data; export the melting curves too`,
  });
}

function mergeWells(parts: readonly Part[], withCurves: ReadonlySet<Position>): RunWell[] {
  const wells = new Map<Position, RunWell>();
  for (const position of withCurves) wells.set(position, { position, name: null, sampleType: null });
  for (const { position, name, sampleType } of parts.flatMap((part) => part.wells)) {
    const known = wells.get(position);
    if (known === undefined && name === null && sampleType === null) continue;
    wells.set(position, {
      position,
      name: known?.name ?? name,
      sampleType: known?.sampleType ?? sampleType,
    });
  }
  return [...wells.values()].sort((a, b) => readingOrder(a.position) - readingOrder(b.position));
}

interface PlateQuestion {
  readonly wells: readonly RunWell[];
  readonly profile: AnalyserProfile;
}

/** The plate that the file names, or the smallest one of the analyser that has all wells. */
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
      problem: `the plate is not one that ${profile.name} reads`,
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
