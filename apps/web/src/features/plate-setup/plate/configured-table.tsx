import { isWellSet, platePositions, type MissingItem } from '@curvewell/domain';
import { useMemo } from 'react';

import { text } from '../../../locale/text.ts';
import { useObservable } from '../../../shared/hooks/observable.ts';
import type { SelectionStore } from '../../plate/selection/selection-store.ts';
import { WellsTable } from '../../plate/wells-table.tsx';
import { EMPTY_WELL, type WellDraft } from '../draft/plate-draft.ts';
import { itemText } from '../panel/missing-next.tsx';
import { cellOf, type WellColumn } from '../paste/wells-text.ts';
import { usePlateSetup } from '../plate-setup-context.ts';

const COLUMNS = ['name', 'orderId', 'sampleType', 'kit', 'version', 'reactionBuffer', 'lot'] as const;

/** The state of a well; a complete well says so. */
function stateOf(well: WellDraft | undefined, lacks: readonly MissingItem[]): string {
  if (well === undefined) return text.plate.noCurve;
  if (lacks.length > 0) return text.plate.missing(lacks.map(itemText).join(', '));
  return isWellSet(well) ? text.wells.isComplete : text.plate.notSet;
}

/** The plate of step 2 as a table. */
export function ConfiguredTable({ selection }: { readonly selection: SelectionStore }) {
  const { run, plate, state, act } = usePlateSetup();
  const { selected } = useObservable(selection);
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
  const { fields } = text.wells;
  return (
    <WellsTable
      label={text.plate.plate(rows.length)}
      heads={[
        fields.name,
        fields.orderId,
        fields.sampleType,
        fields.kit,
        fields.version,
        fields.reactionBuffer,
        fields.lot,
        ...run.analyses.map(({ channel }) => text.wells.expectedHead(channel)),
        text.plate.table.state,
      ]}
      rows={rows}
      selected={selected}
      onAction={act}
    />
  );
}
