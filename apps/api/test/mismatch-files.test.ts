import { describe, expect, it } from 'vitest';

import { analysedWithKits, curvesOf, REAL_FILES } from './mismatch/files-by-kits.ts';
import { often } from './often.ts';
import { hasSharedFiles } from './run-factory.ts';

/** The first has no melting curves, the second no temperatures. */
const REFUSED = ['cfx-manager-csv-comma-no-melt', 'stepone-xls-cooling'];
/** Small files of four analysers. */
const SMALL = [
  ...REFUSED,
  'cfx-manager-csv-semicolon/run-2019-07-11-sample-48-partial-plate',
  'rotorgene-rex-xml',
  'rdml-lightcycler480-two-product-mix',
  'rdes-tsv',
];
const TRIED = often({
  byDay: REAL_FILES.filter(({ folder }) => SMALL.includes(folder)),
  byNight: REAL_FILES,
});

describe.skipIf(!hasSharedFiles)(
  'real files with every kit (the public files are beside this repository)',
  () => {
    it.each(TRIED)('DECIDE-82 $folder $names: no call contradicts its readings', async (files) => {
      const curves = await curvesOf(files);
      expect(curves === null).toBe(REFUSED.includes(files.folder));
      const wrong = analysedWithKits(files, curves ?? []).flatMap((read) =>
        read.wrong.map((text) => `${read.kit} ${read.channel} ${text}`),
      );
      expect(wrong).toEqual([]);
    });
  },
);
