import type { CombinedResult, CombinedValue } from '@curvewell/domain';

import type { Cell } from '../../formats/csv.ts';
import type { ExportRow } from './export-rows.ts';

export const CODE_HEADS = ['Kit', 'Result', 'Of', 'Code for the LIS', 'SNOMED CT', 'LOINC'];

/** The codes that kits define for the results of some rows, each result once; empty: none. */
export function codeCells(rows: readonly ExportRow[], combined: readonly CombinedResult[]): Cell[][] {
  const kits = new Map(rows.map(({ wellId, kit }) => [wellId, kit]));
  const lines = [
    ...rows.flatMap(({ kit, diagnostic }) =>
      diagnostic === null ? [] : codesOf(diagnostic, [kit, diagnostic.diagnosticLabel, 'well']),
    ),
    ...combined.flatMap(({ result, channels }) => {
      const [first] = channels.flatMap(({ wells }) => wells);
      const kit = kits.get(first?.wellId ?? '') ?? null;
      return result === null ? [] : codesOf(result, [kit, result.name, 'combined result']);
    }),
  ];
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}

type Codes = Partial<Pick<CombinedValue, 'lisCode' | 'snomedCt' | 'loinc'>>;

const codesOf = (codes: Codes, of: readonly Cell[]): Cell[][] => {
  const { lisCode = null, snomedCt = null, loinc = null } = codes;
  return [lisCode, snomedCt, loinc].every((code) => code === null) ? [] : [[...of, lisCode, snomedCt, loinc]];
};
