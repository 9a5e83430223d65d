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
  /** At most one for each well and channel; ordered by channel and well; empty: the files hold none. */
  readonly amplification: readonly AmplificationCurve[];
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

/** The quantification cycle in the file; `none`: the file states that there is none; null: it states neither. */
export type StatedCq = number | 'none' | null;

/** The amplification of a well, read before its melting curve. */
export interface AmplificationCurve {
  readonly position: Position;
  readonly channel: ChannelName;
  /** As named in the file. */
  readonly dye: string;
  /** Rising; empty: the file states only a Cq. */
  readonly cycle: Float64Array;
  /** Fluorescence in the instrument's unit, as exported: some software subtracts the baseline. */
  readonly value: Float64Array;
  readonly cq: StatedCq;
}
