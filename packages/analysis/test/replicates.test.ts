import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { flagText } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { openConfiguration, plateAnalyse } from '../src/index.ts';
import { HAS_REFERENCE_DATA, REFERENCE_DATA, WHY_SKIPPED } from './reference-data.ts';
import { plateWell } from './synthetic.ts';

/** The wells of a table with a temperature column and a column for each well. */
function wellsOf(file: string) {
  const text = readFileSync(join(REFERENCE_DATA, 'r-melt-datasets', file), 'utf8').replaceAll('"', '');
  const [head = '', ...rows] = text.trim().split('\n');
  const numbers = rows.map((row) => row.split(',').map(Number));
  const column = (index: number) => Float64Array.from(numbers, (row) => row[index]!);
  return head
    .split(',')
    .slice(1)
    .map((position, i) =>
      plateWell(position, {
        temperature: column(0),
        fluorescence: column(i + 1),
        quantity: 'fluorescence',
      }),
    );
}

// 35 of 96 identical wells have a second peak and 61 have none; none used to be flagged.
it.skipIf(!HAS_REFERENCE_DATA)(
  `REVIEW-214 all 96 wells of one sample are flagged if some have a second product (else ${WHY_SKIPPED})`,
  () => {
    const wells = wellsOf('VIMCFX96_meltcurve.converted.csv');
    const curves = wells.flatMap(({ phases }) => phases);
    const configuration = openConfiguration('FAM', curves, { minThreshold: null, inversed: false });
    const flagsOf = (replicateGroup: string | null) =>
      plateAnalyse({
        assays: [{ configuration, wells: wells.map((well) => ({ ...well, replicateGroup })) }],
      })[0]!.map(({ explanation: { flags } }) =>
        flags.filter(({ code }) => code === 'replicates-differ').map(flagText),
      );
    expect(flagsOf(null).flat()).toEqual([]);
    const flagTexts = flagsOf('VIM');
    expect(flagTexts.filter((texts) => texts.length > 0)).toHaveLength(96);
    expect(flagTexts[0]?.[0]).toMatch(
      /differ: B8, .* and 32 others have a peak at 74\.\d\d °C that A1, .* and 58 others lack\.$/,
    );
  },
);
