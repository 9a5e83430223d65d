import { plainDye, PLATE_SIZE, platePositions, plateTypeSchema } from '@curvewell/domain/reading';
import type { Position } from '@curvewell/domain';

import type { Part, Series } from '../part.ts';
import { plateTypeOfPositions } from './position.ts';
import { ReadError } from '../read-error.ts';
import type { Place } from '../read-error.ts';

/**
 * Refuses truncated files, if the upload shows the truncation. Tables of two dyes, or of fluorescence and
 * derivative, confirm each other's readings; lists of wells, and the plate, confirm the wells.
 *
 * @returns remarks about files whose completeness cannot be proved
 */
export function checkEnds(parts: readonly Part[]): string[] {
  const open = parts.filter(({ openEnd, series }) => openEnd !== null && series.length > 0);
  return open.flatMap((part) => {
    if (part.openEnd === 'readings') return open.length > 1 ? [] : [readingsNote(part)];
    checkLastWell(part);
    const listed = parts.filter((other) => other !== part).flatMap(({ wells }) => wells);
    if (listed.length > 0) {
      checkListed(
        part,
        listed.map(({ position }) => position),
      );
      return [];
    }
    if (part.openEnd === 'wells-of-plate') checkPlate(part);
    return wellsNotes(part);
  });
}

function readingsNote({ file, series }: Part): string {
  const [first] = series;
  return (
    `${file} has no mark of its end: it holds ${first?.value.length ?? 0} readings, the last at ` +
    `${first?.temperature.at(-1) ?? ''} °C. If the instrument read on, the file was cut short. To prove that it is complete, add its derivative report.`
  );
}

function wellsNotes({ file, series, openEnd }: Part): string[] {
  const wells = positionsOf(series);
  const plate = platePositions(plateTypeOfPositions(wells));
  const last = plate.findLast((position) => wells.includes(position));
  const after = last === undefined ? [] : plate.slice(plate.indexOf(last) + 1);
  if (after.length === 0 && openEnd === 'wells-of-plate') return [];
  const rest = after.length === 0 ? '' : `, none of the ${after.length} wells from ${after[0] ?? ''} on`;
  return [
    `${file} has no mark of its end: it holds ${wells.length} of ${plate.length} wells, the last is ${last ?? ''}${rest}. If the instrument read more, the file was cut short.`,
  ];
}

function positionsOf(series: readonly Series[]): Position[] {
  return [...new Set(series.map(({ position }) => position))];
}

function cutShort(place: Place, problem: string): ReadError {
  return new ReadError({ code: 'unreadable-file', place, problem: `${problem}: the file was cut short` });
}

/** Rows end within a well, or within the wells of a dye, although all before are complete. */
function checkLastWell({ file, series }: Part): void {
  const byWell = Map.groupBy(series, ({ position }) => `well ${position}`);
  const byDye = Map.groupBy(series, ({ dye }) => `dye “${dye ?? ''}”`);
  for (const [groups, whole] of [
    [[...byWell], byDye.size],
    [[...byDye], byWell.size],
  ] as const) {
    const incomplete = groups.filter(([, members]) => members.length < whole);
    const [last] = groups.at(-1) ?? [];
    if (groups.length > 1 && incomplete.length === 1 && incomplete[0]?.[0] === last) {
      throw cutShort({ file }, `${last ?? ''} has fewer curves than all before it`);
    }
  }
}

/** Another file of the run lists the wells. */
function checkListed({ file, series }: Part, listed: readonly Position[]): void {
  const wells = new Set(positionsOf(series));
  const missing = listed.find((position) => !wells.has(position));
  if (missing === undefined) return;
  throw cutShort({ file }, `well ${missing} has no curve, but another file of the run lists it`);
}

/** The software writes all wells of the plate, so a part of them from the start means a truncated file. */
function checkPlate({ file, series }: Part): void {
  const wells = positionsOf(series);
  for (const plateType of plateTypeSchema.options) {
    const plate = platePositions(plateType);
    const isCut =
      wells.length < plate.length && plate.slice(0, wells.length).every((one) => wells.includes(one));
    if (!isCut || wells.length === platePositions(plateTypeOfPositions(wells)).length) continue;
    throw new ReadError({
      code: 'unreadable-file',
      place: { file },
      problem: `it ends with well ${plate[wells.length - 1] ?? ''}, but the software writes all wells of a plate: it was cut short, or only some samples were exported; export all samples, or add the table of results that lists these`,
      found: `${wells.length} wells`,
      expected: Object.values(PLATE_SIZE)
        .map(({ rowCount, columnCount }) => rowCount * columnCount)
        .join(' or '),
    });
  }
}

/** If wells are listed, each well with a curve must be; otherwise the list was truncated. */
export function checkLabels(parts: readonly Part[]): void {
  const listing = parts.find(({ wells, evenLengths }) => evenLengths && wells.length > 0);
  if (listing === undefined) return;
  const labels = parts.flatMap(({ wells }) => wells);
  const key = (position: Position, dye: string) => `${position} ${plainDye(dye)}`;
  const listed = new Set(labels.flatMap(({ position, dye }) => [position, key(position, dye ?? '')]));
  const hasDyes = labels.some(({ dye }) => dye !== undefined);
  for (const { position, dye } of parts.flatMap(({ series }) => series)) {
    if (listed.has(hasDyes && dye !== null ? key(position, dye) : position)) continue;
    throw cutShort(
      { file: listing.file },
      `well ${position} has a curve${hasDyes ? ` of ${dye ?? ''}` : ''}, but the list of wells lacks it`,
    );
  }
}
