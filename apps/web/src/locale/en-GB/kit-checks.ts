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
    ofPlateOrKept: 'Learnt from the plate, else kept ones',
    withKept: 'Where the plate teaches none, use the kept template',
    withKeptText:
      'A kept template was learnt from approved runs of this kit on this analyser. It counts only for targets that too few wells of the plate hold alone.',
    kept: 'Kept templates',
    noneKept: 'No template is kept for this analyser.',
    notLoaded: 'The kept templates could not be loaded.',
    keptBy: (name: string, day: string) => `Kept by ${name}, ${day}`,
    remove: 'Remove',
    removeOf: (zone: string, phase: string) => `Remove the template of ${zone} (${phase})`,
    removeQuestion: (zone: string, phase: string) => `Remove the kept template of ${zone} (${phase})?`,
    notRemoved: 'The template was not removed',
    learn: 'Learn from approved runs…',
    saveFirst: 'Save the changes first: runs teach by the stored settings.',
    learnTitle: 'Learn templates from approved runs',
    learnText:
      'A template is learnt from wells that hold one target alone. Wells changed by hand and failed controls are left out.',
    noRuns: 'Your laboratory has no approved run of this kit and buffer on this analyser.',
    runs: 'Approved runs',
    run: (number: number, day: string, wells: number) =>
      `Run ${number}, ${day}, ${wells === 1 ? '1 well' : `${wells} wells`}`,
    learning: 'Learning',
    learnt: 'What these runs teach',
    nothingLearnt: 'Too few wells of these runs hold one target alone.',
    keep: (count: number) => (count === 1 ? 'Keep 1 template' : `Keep ${count} templates`),
    keepThis: 'Keep',
    keepOf: (zone: string, phase: string) => `Keep the template of ${zone} (${phase})`,
    notKept: 'The templates were not kept',
    picture: (zone: string, phase: string, wells: number) =>
      `Template of ${zone} (${phase}): median of ${wells} wells, and three spreads around it`,
    target: (zone: string, phase: string, channel: string) => `${zone} · ${phase} · ${channel}`,
    learntFrom: (tm: number, wells: number, runs: string) =>
      `Tm ${tm.toFixed(2)} °C, ${wells} wells of ${runs}`,
    byTemplate: 'A second peak counts only beyond the template of the first',
    offText: 'Off: a shoulder of one target that lies in the zone of another can count as a peak.',
    onText: (fewest: number) =>
      `Wells of the plate that hold one target show its whole melt, shoulders included; ${fewest} wells are needed. A lower peak within that template does not count, and the well is flagged.`,
    onRun: (
      targets: readonly {
        readonly zone: string;
        readonly wells: number;
        readonly isUsed: boolean;
        readonly isKept: boolean;
      }[],
    ) =>
      `On this run: ${targets
        .map(
          ({ zone, wells, isUsed, isKept }) =>
            `${zone} ${wells === 1 ? '1 well' : `${wells} wells`}${isUsed ? '' : isKept ? ' (kept template)' : ' (too few)'}`,
        )
        .join(', ')}.`,
  },
  summary: (
    { negative, positive }: Readonly<Record<'negative' | 'positive', number | null>>,
    outside: string,
  ) => `${negative ?? '–'} negative, ${positive ?? '–'} positive · peak in no zone: ${outside}`,
} as const;
