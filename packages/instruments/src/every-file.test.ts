import { describe, expect, test } from 'vitest';

import { HAS_REAL_FILES, realFiles, WHY_SKIPPED } from '../test/real-files.ts';
import { ANALYSER_PROFILES, ReadError, readRunOfAny } from './index.ts';
import type { SourceFile } from './index.ts';

const CFX = 'cfx-manager-csv-semicolon';

/** The outcome for each single file of a folder: the number of curves, or of each refusal. */
const OUTCOMES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'cfx-manager-csv-comma-no-melt': { 'no-melt-data': 16 },
  [`${CFX}/run-2019-04-18-five-fluorophores`]: { 'read 96': 2, 'no-melt-data': 11 },
  [`${CFX}/run-2019-07-01-samples-67-68-69-73`]: { 'read 88': 2, 'no-melt-data': 16 },
  [`${CFX}/run-2019-07-11-sample-48-partial-plate`]: { 'read 22': 2, 'no-melt-data': 16 },
  'cfx-manager-xlsx': { 'read 96': 1, 'unsupported-file': 1 },
  'lightcycler480-txt': { 'read 384': 1, 'no-melt-data': 2 },
  'native-closed-files': { 'closed-file': 2 },
  'quantstudio1-xlsx-split': { 'missing-information': 1, 'no-melt-data': 2 },
  'quantstudio7pro-xlsx-single': { 'read 96': 1 },
  'r-melt-datasets': { 'missing-information': 2, 'unsupported-file': 7 },
  'rdes-tsv': { 'read 90': 1, 'no-melt-data': 1 },
  'rdml-cfx96-fam-cy5': { 'read 60': 1 },
  'rdml-lightcycler480-two-product-mix': { 'read 50': 1, 'unsupported-file': 1 },
  'rdml-three-instruments': { 'several-runs': 1, 'unsupported-file': 2 },
  'rdml-without-melt': { 'no-melt-data': 3 },
  'rotorgene-rex-xml': { 'read 72': 2, 'unreadable-file': 1 },
  'stepone-xls-cooling': { 'missing-information': 1 },
  'stepone-xls-melt': { 'read 85': 1 },
};

async function outcomeOf(file: SourceFile): Promise<string> {
  try {
    const { run } = await readRunOfAny([file], { profiles: ANALYSER_PROFILES, answers: {} });
    return `read ${run.curves.length}`;
  } catch (error) {
    if (error instanceof ReadError) return error.code;
    throw error;
  }
}

/** Files that document the others. */
const ABOUT = /^(?:SOURCE\.md|truth\.(?:csv|json))$/;

describe.skipIf(!HAS_REAL_FILES)(`every public file (${HAS_REAL_FILES ? 'present' : WHY_SKIPPED})`, () => {
  test.each(Object.entries(OUTCOMES))('IMPORT-81 %s', async (folder, outcomes) => {
    const files = realFiles(folder).filter(({ name }) => !ABOUT.test(name));
    const found: Record<string, number> = {};
    for (const file of files) {
      const outcome = await outcomeOf(file);
      found[outcome] = (found[outcome] ?? 0) + 1;
    }
    expect(found).toEqual(outcomes);
  });
});
