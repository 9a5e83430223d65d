import type { PlateType, Position, RunFileContainer, RunFileFormat, SampleType } from '@curvewell/domain';

import type { FoundPart, Ignored, Quantity } from './import-report.ts';
import type { Place, ReadError } from './read-error.ts';
import type { Instrument } from './run-file.ts';

/** All readings of one well and dye in one table, before phases and channels are known. */
export interface Series {
  readonly position: Position;
  /** Null where the table does not name it: then another table of the run must. */
  readonly dye: string | null;
  readonly target: string | null;
  readonly quantity: Quantity;
  readonly temperature: Float64Array;
  readonly value: Float64Array;
  readonly place: Place;
}

export interface WellLabel {
  readonly position: Position;
  /** The dye whose row it is, where the list has a row for each. */
  readonly dye?: string;
  readonly name: string | null;
  readonly sampleType: SampleType | null;
}

/** Which dye reports a target in a well. */
export interface DyeOfTarget {
  readonly position: Position;
  readonly target: string | null;
  readonly dye: string;
}

/**
 * What can be missing at the end of a file without a trace in it, as the format has no
 * end mark: its last readings, its last wells, or its last wells where the software
 * always writes all wells of the plate.
 */
type OpenEnd = 'readings' | 'wells' | 'wells-of-plate';

/** What one file contributes to a run. */
export interface Part {
  readonly file: string;
  /** Which file of the upload it is of, from 0. */
  readonly source: number;
  /** The run it is of, where the file holds several. */
  readonly run: string | null;
  /** What the name of the file calls the run: people rename files, so it only separates what cannot be one run. */
  readonly runHint: string | null;
  /** Why it cannot be read, where that concerns no other run of the file. */
  readonly fault: ReadError | null;
  readonly format: RunFileFormat;
  readonly container: RunFileContainer;
  readonly formatVersion: string | null;
  readonly software: string | null;
  readonly instrument: Instrument;
  readonly runDate: string | null;
  readonly plateId: string | null;
  /** Null where the file does not say. */
  readonly plateType: PlateType | null;
  /** What two files of one run have in common and those of two runs have not; null where unknown. */
  readonly runIdentity: string | null;
  readonly series: readonly Series[];
  readonly wells: readonly WellLabel[];
  readonly dyes: readonly DyeOfTarget[];
  readonly found: readonly FoundPart[];
  readonly ignored: readonly Ignored[];
  readonly notes: readonly string[];
  readonly openEnd: OpenEnd | null;
  /** A shorter well means a shortened file: the format has no end mark of its own. */
  readonly evenLengths: boolean;
}

type PartOrigin = Pick<Part, 'file' | 'format' | 'container'>;

/** A part that says nothing yet but where it comes from. */
export function emptyPart({ file, format, container }: PartOrigin): Part {
  return {
    file,
    source: 0,
    run: null,
    runHint: null,
    fault: null,
    format,
    container,
    formatVersion: null,
    software: null,
    instrument: { name: null, model: null, serial: null },
    runDate: null,
    plateId: null,
    plateType: null,
    runIdentity: null,
    series: [],
    wells: [],
    dyes: [],
    found: [],
    ignored: [],
    notes: [],
    openEnd: null,
    evenLengths: true,
  };
}

/** What a table of curves holds, for the report. */
export function foundSeries(
  name: string,
  series: readonly Pick<Series, 'position' | 'dye' | 'quantity' | 'value'>[],
): FoundPart {
  return {
    name,
    content: `melt ${series[0]?.quantity ?? 'fluorescence'}`,
    dye: series[0]?.dye ?? null,
    wellCount: new Set(series.map(({ position }) => position)).size,
    pointCount: series.reduce((most, { value }) => Math.max(most, value.length), 0),
  };
}
