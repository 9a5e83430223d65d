import { describe, expect, it } from 'vitest';

import { analysedWithKits, curvesOf, REAL_FILES } from './mismatch/files-by-kits.ts';
import { hasSharedFiles } from './run-factory.ts';

/** The first has no melting curves, the second no temperatures. */
const REFUSED = ['cfx-manager-csv-comma-no-melt', 'stepone-xls-cooling'];

describe.skipIf(!hasSharedFiles)(
  'real files with every kit (the public files are beside this repository)',
  () => {
    it.each(REAL_FILES)('DECIDE-82 $folder $names: no call contradicts its readings', async (files) => {
      const curves = await curvesOf(files);
      expect(curves === null).toBe(REFUSED.includes(files.folder));
      const wrong = analysedWithKits(files, curves ?? []).flatMap((read) =>
        read.wrong.map((text) => `${read.kit} ${read.channel} ${text}`),
      );
      expect(wrong).toEqual([]);
    });
  },
);
