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

/** What a run's files hold, whatever instrument wrote them. */
export interface RunFile {
  readonly format: RunFileFormat;
  readonly formatVersion: string | null;
  readonly software: string | null;
  readonly instrument: Instrument;
  /** ISO 8601; without an offset where the file's time zone cannot be trusted. */
  readonly runDate: string | null;
  /** The plate's barcode. */
  readonly plateId: string | null;
  readonly plateType: PlateType;
  /** Places in the upload of the files that the run is made of; the others need not be kept. */
  readonly sources: readonly number[];
  /** Row by row. */
  readonly wells: readonly RunWell[];
  /** At most one a well, channel and phase; ordered by channel, phase and well. */
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
  /** Null where the file does not say or says only that it is a patient's sample. */
  readonly sampleType: SampleType | null;
}

/** Readings in the order in which the instrument took them. */
export interface RunCurve {
  readonly position: Position;
  readonly channel: ChannelName;
  /** As the file names it. */
  readonly dye: string;
  readonly phase: PhaseType;
  readonly quantity: Quantity;
  /** °C; may go back and forth a little at the start. */
  readonly temperature: Float64Array;
  /** Fluorescence in the instrument's unit, or −dF/dT. */
  readonly value: Float64Array;
}
