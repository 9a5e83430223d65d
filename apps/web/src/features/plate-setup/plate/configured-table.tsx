import { isWellSet, platePositions, type MissingItem, type Position } from '@curvewell/contracts';
import { useMemo } from 'react';

import { plateTexts } from '../../../locale/en-GB/plate.ts';
import { wellsTexts } from '../../../locale/en-GB/wells.ts';
import { WellsTable } from '../../plate/wells-table.tsx';
import { EMPTY_WELL, type WellDraft } from '../draft/plate-draft.ts';
import { itemText } from '../panel/missing-next.tsx';
import { cellOf, type WellColumn } from '../paste/wells-text.ts';
import { usePlateSetup } from '../plate-setup-context.ts';

const COLUMNS = ['name', 'sampleType', 'kit', 'version', 'reactionBuffer', 'lot'] as const;

/** In words, never by absence. */
function stateOf(well: WellDraft | undefined, lacks: readonly MissingItem[]): string {
  if (well === undefined) return plateTexts.noCurve;
  if (lacks.length > 0) return plateTexts.missing(lacks.map(itemText).join(', '));
  return isWellSet(well) ? wellsTexts.isComplete : plateTexts.notSet;
}

/** The plate of step 2 as a table. */
export function ConfiguredTable({ selected }: { readonly selected: ReadonlySet<Position> }) {
  const { run, plate, state, act } = usePlateSetup();
  const { missing } = state;
  const rows = useMemo(() => {
    const columns: readonly WellColumn[] = [
      ...COLUMNS,
      ...run.analyses.map(({ channel }) => ({ expectedIn: channel })),
    ];
    return platePositions(run.plateType).map((position) => {
      const well = plate.get(position);
      const lacks = missing.get(position) ?? [];
      return {
        position,
        isSelectable: plate.has(position),
        cells: [
          ...columns.map((column) => cellOf(well ?? EMPTY_WELL, { position, column })),
          stateOf(well, lacks),
        ],
      };
    });
  }, [run.plateType, run.analyses, plate, missing]);
  const { fields } = wellsTexts;
  return (
    <WellsTable
      label={plateTexts.plate(rows.length)}
      heads={[
        fields.name,
        fields.sampleType,
        fields.kit,
        fields.version,
        fields.reactionBuffer,
        fields.lot,
        ...run.analyses.map(({ channel }) => wellsTexts.expectedHead(channel)),
        plateTexts.table.state,
      ]}
      rows={rows}
      selected={selected}
      onAction={act}
    />
  );
}
