import type { PeakRejection } from '@curvewell/contracts';

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

const REASONS: Readonly<Record<PeakRejection, string>> = {
  'height-below-threshold': 'height {0} below threshold {1}',
  'significance-below-threshold': 'slope {0} below threshold {1}',
  'quality-below-threshold': 'quality {0} below threshold {1}',
  'small-beside-highest': 'height {0} small beside the highest peak, at least {1}',
  'too-narrow': 'width {0} °C narrower than {1} °C',
  'too-wide': 'width {0} °C wider than {1} °C',
  'tm-uncertain': 'temperature uncertain by {0} °C, at most {1} °C',
  'zone-height-below-threshold': 'height {0} below the threshold of the zone {1}',
  'zone-quality-below-threshold': 'quality {0} below the threshold of the zone {1}',
};

const wells = (count: number): string => (count === 1 ? '1 well' : `${count} wells`);

export const curvesTexts = {
  figure: ({ count, phase, channel }: { count: number; phase: string; channel: string }) =>
    `Curves of ${wells(count)}, ${phase}, ${channel}`,
  phase: 'Phase',
  controlsBehind: 'Controls behind',
  resetZoom: 'Reset zoom',
  temperature: 'Temperature (°C)',
  fluorescence: 'd/dt fluorescence',
  threshold: (value: number) => `Threshold ${number(value)}`,
  degrees: (value: number) => `${value.toFixed(2)} °C`,
  temperatureRange: 'Temperature range',
  fluorescenceRange: 'Fluorescence range',
  rangeEnds: { from: 'from', to: 'to' },
  temperatureText: (value: number) => `${value.toFixed(1)} °C`,
  percentText: (value: number) => `${value} %`,
  noData: (phase: string) => `No ${phase} data for the selected wells.`,
  otherPhase: (phase: string) => `Show ${phase}`,
  value: (value: number) => value.toFixed(3),
  dropped: (reason: PeakRejection | null, measured: number | null, limit: number | null) =>
    reason === null
      ? 'not counted'
      : REASONS[reason]
          .replace('{0}', measured === null ? '' : number(measured))
          .replace('{1}', limit === null ? '' : number(limit)),
  table: {
    caption: 'Peaks',
    well: 'Well',
    diagnostic: 'Diagnostic',
    tm: 'Tm',
    height: 'Height',
    zone: 'Zone',
  },
  none: 'none',
} as const;
