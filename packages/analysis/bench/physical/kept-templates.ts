import type { UsedMeltTemplates } from '@curvewell/domain';

import { itemAt } from '../../src/at.ts';
import { plateAnalyse, type PlateWell, templatesTeach } from '../../src/index.ts';
import { type Kit, type KitPlate, kitPlates, type KitWell } from './kits.ts';
import { configurationOf, curveOf, POSITIONS } from './methods.ts';

const SNRS = [1000, 300, 100] as const;
/** Wells of a plate without controls and with too few wells of a kind to learn from. */
const SMALL_PLATE = 8;
/** A plate with this offset, °C, has the same kit and other random values: templates are learnt from it. */
const OTHER_PLATE = 0.01;

const plateOf = (wells: readonly KitWell[]): PlateWell[] =>
  wells.map(({ well }, i) => ({
    position: itemAt(POSITIONS, i),
    ...({ sampleType: 'DNA', expectedDiagnostic: null, controlGroup: '' } as const),
    phases: [{ type: 'MELT', curve: curveOf(well) }],
  }));

/** The templates that a kit version stores from a plate. */
const taughtBy = (kit: Kit, { wells }: KitPlate): UsedMeltTemplates => ({
  from: 'plate-or-kept',
  kept: templatesTeach([plateOf(wells)], configurationOf(kit)).map(({ wellsByPlate: _, ...taught }) => ({
    ...taught,
    analyser: '',
    runs: [],
    sha256: '',
  })),
});

/** The wells of small plates that hit a wrong zone, and those that miss a required one. */
function wrongOf(kit: Kit, wells: readonly KitWell[], meltTemplates: UsedMeltTemplates | null) {
  const configuration = { ...configurationOf(kit), meltTemplates };
  const calls = Array.from({ length: Math.ceil(wells.length / SMALL_PLATE) }, (_, k) =>
    plateOf(wells.slice(k * SMALL_PLATE, (k + 1) * SMALL_PLATE)),
  ).flatMap((plate) => plateAnalyse({ assays: [{ configuration, wells: plate }] }).flat());
  const hits = calls.map(({ explanation }) => explanation.zonesHit);
  const count = (is: (well: KitWell, zones: readonly string[]) => boolean): number =>
    wells.filter((well, i) => is(well, itemAt(hits, i))).length;
  return {
    falsePositive: count(({ may }, zones) => zones.some((zone) => !may.includes(zone))),
    falseNegative: count(({ must }, zones) => must.some((zone) => !zones.includes(zone))),
  };
}

const NONE = { smoothing: null, gsd: null, must: null, stretch: null, better: 'less' } as const;

/**
 * Small plates without controls, per 10,000 wells: without templates, with their own, and with those learnt
 * from another plate of the kit.
 */
export const keptRows = (seeds: readonly number[]) =>
  SNRS.flatMap((snr) => {
    const pairs = seeds.flatMap((seed) => {
      const teaching = kitPlates(seed, { snr, shift: OTHER_PLATE });
      return kitPlates(seed, { snr }).map(({ kit, wells }, k) => ({
        kit,
        wells,
        kept: taughtBy(kit, itemAt(teaching, k)),
      }));
    });
    const all = pairs.reduce((sum, { wells }) => sum + wells.length, 0);
    const figures = (of: (kept: UsedMeltTemplates) => UsedMeltTemplates | null) => {
      const wrong = pairs.map(({ kit, wells, kept }) => wrongOf(kit, wells, of(kept)));
      const share = (key: keyof (typeof wrong)[number]): number =>
        (10_000 * wrong.reduce((sum, one) => sum + one[key], 0)) / all;
      return { falsePositive: share('falsePositive'), falseNegative: share('falseNegative') };
    };
    const without = figures(() => null);
    const ofPlate = figures(() => ({ from: 'plate' }));
    const kept = figures((templates) => templates);
    return (['falsePositive', 'falseNegative'] as const).flatMap((key) => {
      const what = key === 'falsePositive' ? 'false positive' : 'false negative';
      const title = `plates of ${SMALL_PLATE}, SNR ${snr}: ${what}`;
      return [
        { name: `${title}, of the plate`, own: without[key], templates: ofPlate[key], ...NONE },
        { name: `${title}, kept`, own: without[key], templates: kept[key], ...NONE },
      ];
    });
  });
