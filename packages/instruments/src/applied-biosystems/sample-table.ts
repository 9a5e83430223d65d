import type { DyeOfTarget, WellLabel } from '../part.ts';
import { parseSampleType } from '../assemble/sample-type.ts';
import { positionIn, textIn } from './labelled-table.ts';
import type { LabelledTable } from './labelled-table.ts';

interface SampleTable {
  readonly wells: readonly WellLabel[];
  readonly dyes: readonly DyeOfTarget[];
}

/**
 * Reads names, tasks and reporter dyes from "Results" and "Sample Setup"; rows without a well are footers.
 */
export function readSampleTable(table: LabelledTable): SampleTable {
  const wells: WellLabel[] = [];
  const dyes: DyeOfTarget[] = [];
  for (const row of table.rows) {
    const position = positionIn(table, row);
    if (position === null) continue;
    const name = textIn(table, row, ['sample', 'sample name']);
    const sampleType = parseSampleType(textIn(table, row, ['task']));
    wells.push({ position, name: name === '' ? null : name, sampleType });
    const dye = textIn(table, row, ['reporter']);
    if (dye === '') continue;
    dyes.push({ position, target: textIn(table, row, ['target', 'target name']), dye });
  }
  return { wells, dyes };
}
