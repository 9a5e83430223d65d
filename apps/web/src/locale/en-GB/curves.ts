import { edgeText } from '@curvewell/domain';

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
  controlsBehind: 'Show controls',
  resetZoom: 'Reset zoom',
  temperature: 'Temperature (°C)',
  fluorescence: 'd/dt fluorescence',
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
    caption: 'Peaks',
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
