import { SAMPLE_TYPE_LABEL, withoutInvisible } from '@curvewell/domain/reading';
import type { Position, SampleType } from '@curvewell/domain';

import type { Part, WellLabel } from '../part.ts';
import type { RunWell } from '../run-file.ts';
import { readingOrder } from './position.ts';

interface MergedWells {
  readonly wells: readonly RunWell[];
  /** Reasons for doubt. */
  readonly notes: readonly string[];
}

/**
 * The wells of all files. A name or type that the files give differently is left out, since either may be that of
 * another sample; invisible characters of names are left out too.
 */
export function mergeWells(parts: readonly Part[], withCurves: ReadonlySet<Position>): MergedWells {
  const labels = Map.groupBy(
    parts.flatMap((part) => part.wells),
    ({ position }) => position,
  );
  const merged = [...new Set([...withCurves, ...labels.keys()])]
    .map((position) => mergedWell(position, labels.get(position) ?? []))
    .filter(
      ({ well: { position }, names, types }) =>
        withCurves.has(position) || names.length > 0 || types.length > 0,
    )
    .sort((a, b) => readingOrder(a.well.position) - readingOrder(b.well.position));
  return {
    wells: merged.map(({ well }) => well),
    notes: [
      ...severalNotes('name', merged, ({ names }) => names),
      ...severalNotes('sample type', merged, ({ types }) => types.map((type) => SAMPLE_TYPE_LABEL[type])),
      ...invisibleNotes(merged.filter(({ isCleaned }) => isCleaned).map(({ well }) => well)),
    ],
  };
}

interface MergedWell {
  readonly well: RunWell;
  readonly names: readonly string[];
  readonly types: readonly SampleType[];
  readonly isCleaned: boolean;
}

function mergedWell(position: Position, labels: readonly WellLabel[]): MergedWell {
  const given = labels.flatMap(({ name }) => (name === null ? [] : [name]));
  const names = [...new Set(given.map(withoutInvisible).filter((name) => name !== ''))];
  const types = [...new Set(labels.flatMap(({ sampleType }) => sampleType ?? []))];
  return {
    well: { position, name: only(names), sampleType: only(types) },
    names,
    types,
    isCleaned: given.some((name) => withoutInvisible(name) !== name.trim()),
  };
}

const only = <T>(values: readonly T[]): T | null => (values.length === 1 ? (values[0] ?? null) : null);

function severalNotes(
  what: string,
  merged: readonly MergedWell[],
  valuesOf: (well: MergedWell) => readonly string[],
): string[] {
  const several = merged.filter((well) => valuesOf(well).length > 1);
  if (several.length === 0) return [];
  const found = several.map((well) => `${well.well.position} (${quoted(valuesOf(well))})`);
  return [`The files give some wells more than one ${what}, so these have none: ${shortened(found)}.`];
}

function invisibleNotes(wells: readonly RunWell[]): string[] {
  if (wells.length === 0) return [];
  const found = wells.map(({ position, name }) => (name === null ? position : `${position} (“${name}”)`));
  return [
    `Invisible characters in names of the files were left out. Check these names: ${shortened(found)}.`,
  ];
}

const quoted = (values: readonly string[]): string => values.map((value) => `“${value}”`).join(', ');

/** Further wells are only counted. */
const NAMED_WELLS = 12;

function shortened(found: readonly string[]): string {
  const more = found.length - NAMED_WELLS;
  return more > 1 ? `${found.slice(0, NAMED_WELLS).join(', ')} and ${more} more wells` : found.join(', ');
}
