/** The results of a run by sample, over kits and channels. */
export const samples = {
  view: 'Table of',
  views: { wells: 'Wells', samples: 'Samples' },
  label: (count: number) => `Results of ${count} samples and controls`,
  count: (
    samples: number,
    { incomplete, positive }: { readonly incomplete: number; readonly positive: number },
  ) =>
    [
      samples === 1 ? '1 sample' : `${samples} samples`,
      ...(incomplete === 0 ? [] : [`${incomplete} incomplete`]),
      ...(positive === 0
        ? []
        : [
            positive === 1
              ? '1 with an unreported positive well'
              : `${positive} with unreported positive wells`,
          ]),
    ].join(', '),
  heads: { sample: 'Sample', wells: 'Wells', combined: 'Combined result', type: 'Type', notes: 'Notes' },
  combinedOf: (kit: string) => `Combined result, ${kit}`,
  in: (kit: string, channel: string) => `${kit} ${channel}`,
  incomplete: 'Incomplete',
  alike: (positions: string) => `Not combined with an almost identical sample in ${positions}`,
  select: (sample: string) => `Select the wells of ${sample}`,
  selectIn: (sample: string, channel: string) => `Select the wells of ${sample} in ${channel}`,
  file: (run: number) => `run-${run}-samples.csv`,
} as const;
