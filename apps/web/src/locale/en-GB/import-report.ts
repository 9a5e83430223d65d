const plural = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

interface Part {
  readonly content: string;
  readonly wellCount: number;
  readonly pointCount: number;
}

export const importReport = {
  title: 'Import report',
  show: 'Show all',
  hide: 'Show less',
  files: (count: number) => plural(count, 'file', 'files'),
  wells: (count: number) => plural(count, 'well', 'wells'),
  leftOut: (count: number) => `${plural(count, 'part', 'parts')} skipped`,
  phases: (channel: string, phases: readonly string[]) => `${channel}: ${phases.join(', ')}`,
  /** Beside the curves; not quantification. */
  amplification: (cycles: number, channels: readonly string[]) =>
    `Amplification: ${cycles === 0 ? 'Cq only' : plural(cycles, 'cycle', 'cycles')}, ${channels.join(', ')}`,
  curves: 'Curves',
  columns: {
    channel: 'Channel',
    phase: 'Phase',
    wells: 'Wells',
    points: 'Readings per well',
    temperature: 'Temperature',
  },
  channel: (channel: string, dye: string) => (dye === channel ? channel : `${channel} (${dye})`),
  derivative: 'derivative',
  range: (from: string, to: string) => `${from} to ${to}`,
  sheet: (name: string) => `Sheet “${name}”`,
  part: ({ content, wellCount, pointCount }: Part) =>
    [
      content,
      ...(wellCount === 0 ? [] : [plural(wellCount, 'well', 'wells')]),
      ...(pointCount === 0 ? [] : [plural(pointCount, 'reading', 'readings')]),
    ].join(', '),
  ignored: 'Skipped',
  profile: ({ id, version }: { readonly id: string; readonly version: number }) =>
    `Read by the analyser profile ${id}, version ${version}.`,
  nothingIgnored: 'Nothing was skipped.',
} as const;
