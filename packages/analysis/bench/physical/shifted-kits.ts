import { itemAt } from '../../src/at.ts';
import type { ChannelConfiguration } from '../../src/configuration.ts';
import { plateAnalyse } from '../../src/index.ts';
import { uniform } from '../random.ts';
import { type Kit, type KitPlate, kitPlates } from './kits.ts';
import { configurationOf, curveOf, POSITIONS, type Readings } from './methods.ts';
import { wellRead } from './well.ts';

/** Plates of the kits on an analyser with an offset, with control wells of known products. */
export const SHIFTS = [-1, 1] as const;
const SNR = 300;
const STEP = 0.5;
/** Number of positive controls on a plate, with the targets in turn. */
const CONTROLS = 4;
/** The limit of the kits, °C. */
const LIMIT = 1.2;

export interface ShiftedPlate extends KitPlate {
  /** Replace the samples in the first wells. */
  readonly controls: readonly { readonly readings: Readings; readonly target: string }[];
}

export function shiftedPlates(seed: number, shift: number): ShiftedPlate[] {
  const random = uniform(seed + 50_000_000 + Math.round(100 * (shift + 10)));
  return kitPlates(seed, { snr: SNR, shift }).map(({ kit, wells }) => {
    const controls = wells.slice(0, CONTROLS).map(({ well: { offset } }, i) => {
      const { name, product } = itemAt(kit.targets, i % kit.targets.length);
      const components = [{ product, amplitude: 1000 }];
      return { readings: wellRead(random, components, { snr: SNR, step: STEP, offset }), target: name };
    });
    return { kit, controls, wells: wells.slice(CONTROLS) };
  });
}

/** The kit with the Tm of its targets as reference, with or without the correction. */
function settingsOf(kit: Kit, isCorrected: boolean): ChannelConfiguration {
  const configuration = configurationOf(kit);
  const references = new Map(kit.targets.map(({ name, product }) => [name, product.tm]));
  return {
    ...configuration,
    phases: configuration.phases.map((phase) => ({
      ...phase,
      zones: phase.zones.map((zone) => ({ ...zone, referenceTm: references.get(zone.name) })),
    })),
    tmShift: isCorrected ? { limit: LIMIT } : null,
  };
}

/** The number of samples on a plate, and how many calls match their zones. */
export function rightOf({ kit, controls, wells }: ShiftedPlate, isCorrected: boolean): number {
  const control = { sampleType: 'POSITIVE_TEST', controlGroup: '' } as const;
  const sample = { sampleType: 'DNA', expectedDiagnostic: null, controlGroup: '' } as const;
  const all = [
    ...controls.map(({ readings, target }) => ({ ...control, expectedDiagnostic: target, readings })),
    ...wells.map(({ well }) => ({ ...sample, readings: well })),
  ];
  const [calls = []] = plateAnalyse({
    assays: [
      {
        configuration: settingsOf(kit, isCorrected),
        wells: all.map(({ readings, ...well }, i) => ({
          ...well,
          position: itemAt(POSITIONS, i),
          phases: [{ type: 'MELT', curve: curveOf(readings) }],
        })),
      },
    ],
  });
  return wells.filter(({ must, may }, i) => {
    const { zonesHit } = itemAt(calls, i + controls.length).explanation;
    return zonesHit.every((zone) => may.includes(zone)) && must.every((zone) => zonesHit.includes(zone));
  }).length;
}

const GOAL = { must: 9300, stretch: 9500 } as const;
const NONE = { must: null, stretch: null } as const;

/** Correct calls per 10,000 samples: with the kit's zones, and with Tm shift correction. */
export function shiftedRows(seeds: readonly number[]) {
  return SHIFTS.flatMap((shift) => {
    const plates = seeds.flatMap((seed) => shiftedPlates(seed, shift));
    const samples = plates.reduce((sum, { wells }) => sum + wells.length, 0);
    const right = (isCorrected: boolean): number =>
      (10_000 * plates.reduce((sum, plate) => sum + rightOf(plate, isCorrected), 0)) / samples;
    const title = `kits with controls, SNR ${SNR}, plate ${shift > 0 ? '+' : '−'}1 °C`;
    const rest = { better: 'more' } as const;
    return [
      { name: `${title}: right, zones of the kit`, own: right(false), ...rest, ...NONE },
      { name: `${title}: right, zones follow`, own: right(true), ...rest, ...GOAL },
    ];
  });
}
