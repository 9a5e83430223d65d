import { edgeText, RUN_STATUS_LABEL, type RunStatus } from '@curvewell/domain';

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

const wells = (count: number): string => (count === 1 ? '1 well' : `${count} wells`);

/** A zone out of view, and its nearer edge, °C. */
interface ZoneElsewhere {
  readonly name: string;
  readonly edge: number;
  readonly isAbove: boolean;
}

/** “C ends at 53.0 °C, D at 58.5 °C.” */
const listed = (verb: string, zones: readonly ZoneElsewhere[]): string =>
  zones.length === 0
    ? ''
    : `${zones.map(({ name, edge }, index) => `${name} ${index === 0 ? `${verb} ` : ''}at ${edgeText(edge)} °C`).join(', ')}.`;

/** “41”, “41 (Rejected)”: the number of a run, and its status unless it is approved. */
const numberOf = ({ businessId, status }: RunNamed): string =>
  status === 'APPROVED' ? String(businessId) : `${businessId} (${RUN_STATUS_LABEL[status]})`;

/** A run that curves are compared with. */
interface RunNamed {
  readonly businessId: number;
  readonly status: RunStatus;
}

export const curves = {
  figure: ({ count, phase, channel }: { count: number; phase: string; channel: string }) =>
    `Curves of ${wells(count)}, ${phase}, ${channel}`,
  /** “zones +0.31 °C” */
  zonesMoved: (shift: string) => `zones ${shift}`,
  /** Below the chart. */
  template: {
    legend: 'Templates',
    explained: (zone: string, wells: number) =>
      `Template of ${zone}, learnt from ${wells === 1 ? '1 other well' : `${wells} other wells`}`,
    keptWith: (zone: string, wells: number) => `Template of ${zone}, stored with the kit (${wells} wells)`,
    limit: 'highest peak that the template explains',
  },
  phase: 'Phase',
  mode: 'Curves',
  modes: {
    slope: '−dF/dT',
    fluorescence: 'Fluorescence',
    both: 'Both',
    normalised: 'Normalised',
    difference: 'Difference',
    shapes: 'Normalised and difference',
    amplification: 'Amplification',
  },
  amplification: 'Fluorescence',
  cycle: 'Cycle',
  cycleRange: 'Shown cycles',
  cycleText: (cycle: number) => `cycle ${cycle.toFixed(1)}`,
  amplified: {
    loading: 'Loading the amplification …',
    archived: 'To see the amplification, restore the run from the archive.',
    failed: 'The amplification could not be loaded.',
    none: 'This run has no amplification curves for these wells in this channel.',
    note: 'Amplification as read from the file. This is not quantification.',
  },
  normalised: 'Normalised (%)',
  difference: 'Difference (%)',
  shapes: {
    loading: 'Loading the normalised curves …',
    archived: 'To see the normalised curves, restore the run from the archive.',
    failed: 'The normalised curves could not be loaded.',
    none: (phase: string) => `No curve of these wells could be normalised. The kit normalises ${phase}.`,
    left: (positions: string) => `Not normalised: ${positions}.`,
    differenceTo: 'Relative to',
    standards: (name: string, count: number) => `Standards ${name}, ${wells(count)}`,
    results: (name: string, count: number) => `Result ${name}, ${wells(count)}`,
    groups: 'Shapes of the curves, suggested',
    select: (group: string) => `Select the wells: ${group}`,
    help: 'For viewing only. The result comes from −dF/dT and the rules of the kit.',
    used: 'The groups are suggestions. The rules of the kit use the shape and make the call. “Why?” shows the distances.',
  },
  large: 'Large',
  largePlate: 'Large plate',
  resetZoom: 'Reset zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomHint: 'Drag or use the mouse wheel to zoom',
  temperature: 'Temperature (°C)',
  slope: 'd/dt fluorescence',
  fluorescence: 'Fluorescence (RFU)',
  loadingFluorescence: 'Loading the fluorescence …',
  fluorescenceArchived: 'To see the fluorescence, restore the run from the archive.',
  fluorescenceFailed: 'The fluorescence could not be loaded.',
  noFluorescence: 'The file has no fluorescence: the analyser exported its derivative.',
  /** Between two phases. */
  and: ' and ',
  /** The results under the chart. */
  groups: {
    label: 'Curves shown',
    /** After code and count: “X 24 wells, Heterozygous” */
    chip: (name: string, count: number) => ` ${count === 1 ? 'well' : 'wells'}, ${name}`,
    alone: 'Show or hide; Alt + click shows only this result',
    summed: 'line: median; band: 5–95 %; thin lines: outliers',
  },
  /** A value at the cross-hair, RFU/°C or RFU, as exact as the largest of them. */
  crossValue: (value: number, largest: number) => value.toFixed(Math.abs(largest) >= 10 ? 0 : 2),
  /** “ANNEAL: M 311, X 165” */
  crossFigures: (phase: string, figures: readonly string[]) => `${phase}: ${figures.join(', ')}`,
  compare: {
    button: 'Compare',
    controls: 'Controls of this plate',
    sample: (name: string) => `${name} in earlier runs`,
    lot: (lot: string) => `Lot ${lot}`,
    lotRuns: (count: number) =>
      count === 1
        ? 'Controls and standards of 1 approved run'
        : `Controls and standards of ${count} approved runs`,
    runs: 'Another run with the kit',
    run: (run: RunNamed, date: string, count: number) => `Run ${numberOf(run)}, ${date}, ${wells(count)}`,
    followed: 'Stays on when you select another sample.',
    suggested: 'Colours show the suggested results of these runs, before overrides.',
    none: 'Nothing to compare with',
    archived: 'To compare with other runs, restore this run from the archive.',
    loading: 'Loading …',
    failed: 'The runs could not be loaded.',
    stop: (what: string) => `Stop comparing with ${what}`,
    /** In the legend. */
    legend: {
      run: (run: RunNamed, count: number) => `Run ${numberOf(run)}, ${wells(count)}`,
      sample: (name: string, runs: string) => `${name} in ${runs}`,
      earlier: (name: string) => `${name} in earlier runs`,
      nothing: (what: string) => `${what}: none`,
      lot: (lot: string, count: number, runs: string) => `Lot ${lot}, ${wells(count)} of ${runs}`,
      runsText: (runs: readonly RunNamed[]) =>
        `${runs.length === 1 ? 'run' : 'runs'} ${runs.map(numberOf).join(', ')}`,
      loading: (what: string) => `${what} (loading)`,
      failed: (what: string) => `${what} (could not be loaded)`,
    },
  },
  threshold: (value: number) => `Threshold ${number(value)}`,
  noZone: (from: number, to: number) => `No zone between ${from.toFixed(1)} and ${to.toFixed(1)} °C.`,
  /** “C ends at 53.0 °C, D at 58.5 °C. E begins at 96.0 °C.” */
  zonesElsewhere: (zones: readonly ZoneElsewhere[]) =>
    [
      listed(
        'ends',
        zones.filter(({ isAbove }) => !isAbove),
      ),
      listed(
        'begins',
        zones.filter(({ isAbove }) => isAbove),
      ),
    ]
      .filter(Boolean)
      .join(' '),
  inNoZone: (degrees: string) => `${degrees} in no zone`,
  degrees: (value: number) => `${value.toFixed(2)} °C`,
  temperatureRange: 'Temperature range',
  fluorescenceRange: 'Fluorescence range',
  rangeEnds: { from: 'from', to: 'to' },
  temperatureText: (value: number) => `${value.toFixed(1)} °C`,
  percentText: (value: number) => `${value} %`,
  noData: (phase: string) => `No ${phase} data for the selected wells.`,
  otherPhase: (phase: string) => `Show ${phase}`,
  value: (value: number) => value.toFixed(3),
  table: {
    caption: (phase: string) => `Peaks, ${phase}`,
    /** Replaces a table too long for screen readers. */
    many: (count: number) =>
      `For the results and melting temperatures of all ${count} wells, show the plate as a table.`,
    well: 'Well',
    diagnostic: 'Diagnostic',
    tm: 'Tm',
    height: 'Height',
    zone: 'Zone',
  },
  none: 'none',
} as const;
