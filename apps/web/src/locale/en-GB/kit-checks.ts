/** Of a kit version: the controls it asks for, peaks in no zone, zones that follow controls, templates. */
export const kitChecks = {
  title: 'Controls and checks',
  controls: 'Controls on a plate',
  forEach: 'for each lot',
  atLeast: { negative: 'Negative, at least', positive: 'Positive, at least' },
  of: { negative: 'negative controls', positive: 'positive controls' },
  numberOf: {
    negative: 'The number of negative controls',
    positive: 'The number of positive controls',
  },
  nothingAsked: 'No control asked for',
  outside: 'A peak in no zone',
  noCall: 'No call',
  noCallDefault: 'No call (default)',
  noCallText: 'The well waits for a person. Never “Negative”.',
  outsideText: 'In each channel, when no zone holds a peak. It counts before NONE.',
  shift: {
    title: 'Tm shift by controls',
    off: 'Off',
    byControls: 'Zones follow the controls',
    atMost: (limit: number | null) => `at most ${limit === null ? '–' : limit.toFixed(1)} °C`,
    limit: 'At most, °C',
    wrongLimit: 'The limit of the Tm shift is 0.5 to 2.0 °C.',
    offText: 'Off: every plate is read by the zones as they are.',
    onText:
      'All zones move by the median distance of the positive controls and standards from the reference Tm, where it is more than 0.4 °C and two standard errors. Beyond the limit nothing moves and the controls fail.',
    onRun: (said: string) => `On this run: ${said}`,
    takeFromRun: 'Use the controls of this run',
  },
  templates: {
    title: 'Templates of targets',
    off: 'Off',
    ofPlate: 'Learnt from the plate',
    byTemplate: 'A second peak counts only beyond the template of the first',
    offText: 'Off: a shoulder of one target that lies in the zone of another can count as a peak.',
    onText: (fewest: number) =>
      `Wells of the plate that hold one target show its whole melt, shoulders included; ${fewest} wells are needed. A lower peak within that template does not count, and the well is flagged.`,
    onRun: (
      targets: readonly { readonly zone: string; readonly wells: number; readonly isUsed: boolean }[],
    ) =>
      `On this run: ${targets
        .map(
          ({ zone, wells, isUsed }) =>
            `${zone} ${wells === 1 ? '1 well' : `${wells} wells`}${isUsed ? '' : ' (too few)'}`,
        )
        .join(', ')}.`,
  },
  summary: (
    { negative, positive }: Readonly<Record<'negative' | 'positive', number | null>>,
    outside: string,
  ) => `${negative ?? '–'} negative, ${positive ?? '–'} positive · peak in no zone: ${outside}`,
} as const;
