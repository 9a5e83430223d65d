import type { AnalyserProfile, Confidence, RunFileContainer, RunFileFormat } from '@curvewell/domain';

import { BINDING_DYE_ALIASES, FAM_ALIAS, INTERCALATING_ALIASES } from './aliases.ts';

export const PHASES: AnalyserProfile['phases'] = { rising: 'MELT', falling: 'ANNEAL', leastSpan: 5 };

type Shared = 'version' | 'maxNumberOfFilesByRun' | 'plateTypes' | 'phases';

/** Analysers with plates of 96 wells that write a run as one file. */
export const ONE_FILE_OF_96: Pick<AnalyserProfile, Shared> = {
  version: 1,
  maxNumberOfFilesByRun: 1,
  plateTypes: ['RECTANGULAR_96'],
  phases: PHASES,
};

type Aliases = AnalyserProfile['channelAliases'];

/** The dyes of an analyser whose first channel reads FAM, and so the dyes that bind to DNA or between its strands. */
export const dyes = (...others: readonly Aliases[]): Aliases => [
  FAM_ALIAS,
  ...others.flat(),
  ...BINDING_DYE_ALIASES,
  ...INTERCALATING_ALIASES,
];

/** The file types of a format, with the confidence in each. */
export function written(
  format: RunFileFormat,
  containers: Partial<Record<RunFileContainer, Confidence>>,
): AnalyserProfile['formats'] {
  const entries = Object.entries(containers) as [RunFileContainer, Confidence][]; // keys of the record above
  return entries.map(([container, confidence]) => ({ format, container, confidence }));
}

/** Formats of an instrument of which no real file with melting curves was read. */
export function documented(formats: AnalyserProfile['formats']): AnalyserProfile['formats'] {
  return formats.map((entry) => ({ ...entry, confidence: 'documented' }));
}
