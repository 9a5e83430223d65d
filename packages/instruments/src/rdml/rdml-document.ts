/** The content of an RDML document with unresolved ids, because its elements may come in any order. */
export interface RdmlDocument {
  version: string | null;
  /** Dye by target id. */
  readonly dyeOfTarget: Map<string, string>;
  readonly samples: Map<string, RdmlSample>;
  readonly experiments: RdmlExperiment[];
}

export interface RdmlSample {
  description: string;
  readonly types: string[];
}

export interface RdmlExperiment {
  readonly id: string;
  readonly runs: RdmlRun[];
}

export interface RdmlRun {
  readonly id: string;
  instrument: string | null;
  softwareName: string | null;
  softwareVersion: string | null;
  runDate: string | null;
  rows: string | null;
  columns: string | null;
  readonly reacts: RdmlReact[];
}

export interface RdmlReact {
  readonly id: string;
  sampleId: string | null;
  readonly data: RdmlData[];
}

/** A `data` element: the readings of one target. */
export interface RdmlData {
  target: string | null;
  /** Amplification points in reading order; NaN: not a number. */
  readonly cycle: number[];
  readonly amplification: number[];
  /** The text of `cq`; null: none. */
  cq: string | null;
  /** Whether `excl` excludes the data; its text is the reason. */
  isExcluded: boolean;
  /** Melting points in reading order. */
  readonly temperature: number[];
  readonly fluorescence: number[];
}

/** A sample id without meaning; the sample's name is then its description. */
export const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
