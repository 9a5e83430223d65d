import type { PlateType, Position, RunFileContainer, RunFileFormat, SampleType } from '@curvewell/domain';

import { NO_AMPLIFICATION, type PartAmplification } from './amplification/amplification-series.ts';
import type { FoundPart, Ignored, Quantity } from './import-report.ts';
import type { Place, ReadError } from './read-error.ts';
import type { Instrument } from './run-file.ts';

/** All readings of one well and dye in one table, before phases and channels are known. */
export interface Series {
  readonly position: Position;
  /** Null where the table does not name it; then another table of the run must. */
  readonly dye: string | null;
  readonly target: string | null;
  readonly quantity: Quantity;
  readonly temperature: Float64Array;
  readonly value: Float64Array;
  readonly place: Place;
}

export interface WellLabel {
  readonly position: Position;
  /** The dye of the row, where the list has a row for each dye. */
  readonly dye?: string;
  readonly name: string | null;
  readonly sampleType: SampleType | null;
}

/** The dye of a target in a well. */
export interface DyeOfTarget {
  readonly position: Position;
  readonly target: string | null;
  readonly dye: string;
}

/**
 * What a truncated file of a format without end mark can lack unnoticed: its last readings, its last wells,
 * or its last wells where the software always writes all wells of the plate.
 */
type OpenEnd = 'readings' | 'wells' | 'wells-of-plate';

/** The contribution of one file to a run. */
export interface Part {
  readonly file: string;
  /** The index of its file in the upload. */
  readonly source: number;
  /** The run, where the file has several. */
  readonly run: string | null;
  /** The run in the file's name. Users rename files, so this only separates what cannot be one run. */
  readonly runHint: string | null;
  /** Why it cannot be read, if that affects no other run of the file. */
  readonly fault: ReadError | null;
  readonly format: RunFileFormat;
  readonly container: RunFileContainer;
  readonly formatVersion: string | null;
  readonly software: string | null;
  readonly instrument: Instrument;
  readonly runDate: string | null;
  readonly plateId: string | null;
  /** Null: not stated in the file. */
  readonly plateType: PlateType | null;
  /** Identifies the run across its files; null: unknown. */
  readonly runIdentity: string | null;
  readonly series: readonly Series[];
  readonly amplification: PartAmplification;
  readonly wells: readonly WellLabel[];
  readonly dyes: readonly DyeOfTarget[];
  readonly found: readonly FoundPart[];
  readonly ignored: readonly Ignored[];
  readonly notes: readonly string[];
  readonly openEnd: OpenEnd | null;
  /** Whether a shorter well means a truncated file, because the format has no end mark. */
  readonly evenLengths: boolean;
}

type PartOrigin = Pick<Part, 'file' | 'format' | 'container'>;

/** A part with only its origin. */
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
    amplification: NO_AMPLIFICATION,
    wells: [],
    dyes: [],
    found: [],
    ignored: [],
    notes: [],
    openEnd: null,
    evenLengths: true,
  };
}

/** Describes the content of a table of curves for the report. */
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
