import type {
  ChannelName,
  ImportReport,
  PhaseType,
  PlateType,
  Position,
  RunFileFormat,
  SampleType,
} from '@curvewell/domain';

import type { Quantity } from './import-report.ts';

/** The content of a run's files, independent of the vendor. */
export interface RunFile {
  readonly format: RunFileFormat;
  readonly formatVersion: string | null;
  readonly software: string | null;
  readonly instrument: Instrument;
  /** ISO 8601; without an offset where the file's time zone is unreliable. */
  readonly runDate: string | null;
  /** The plate's barcode. */
  readonly plateId: string | null;
  readonly plateType: PlateType;
  /** Indices in the upload of the files that the run uses; others need not be stored. */
  readonly sources: readonly number[];
  /** Row by row. */
  readonly wells: readonly RunWell[];
  /** At most one for each well, channel and phase; ordered by channel, phase and well. */
  readonly curves: readonly RunCurve[];
  readonly report: ImportReport;
}

export interface Instrument {
  readonly name: string | null;
  readonly model: string | null;
  readonly serial: string | null;
}

export interface RunWell {
  readonly position: Position;
  readonly name: string | null;
  /** Null: not stated, or a patient's sample. */
  readonly sampleType: SampleType | null;
}

/** Readings in the order of the instrument. */
export interface RunCurve {
  readonly position: Position;
  readonly channel: ChannelName;
  /** As named in the file. */
  readonly dye: string;
  readonly phase: PhaseType;
  readonly quantity: Quantity;
  /** °C; may fluctuate slightly at the start. */
  readonly temperature: Float64Array;
  /** Fluorescence in the instrument's unit, or −dF/dT. */
  readonly value: Float64Array;
}
