import type { AnalyserProfile, Confidence, RunFileContainer, RunFileFormat } from '@curvewell/domain';

export const PHASES: AnalyserProfile['phases'] = { rising: 'MELT', falling: 'ANNEAL', leastSpan: 5 };

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
