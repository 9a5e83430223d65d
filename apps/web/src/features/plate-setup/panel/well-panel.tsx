import type { MissingItem, Position, Run } from '@curvewell/contracts';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { memo, type RefObject } from 'react';

import { wellsTexts } from '../../../locale/en-GB/wells.ts';
import { PlatePanel } from '../../../shared/ui/plate-layout.tsx';
import type { KitAssay } from '../../../data/kits.ts';
import { MissingNext } from './missing-next.tsx';
import { EMPTY_WELL } from '../draft/plate-draft.ts';
import { QuickFill } from './quick-fill.tsx';
import type { QuickPick } from './quick-offers.ts';
import type { PlateEditor } from '../draft/use-plate-editor.ts';
import { WellFields, type AddLot } from './well-fields.tsx';
import classes from './well-panel.module.css';
import type { PlateState } from '../what-is-missing.ts';

export interface WellPanelProps {
  readonly panelRef: RefObject<HTMLElement | null>;
  readonly run: Run;
  readonly assays: readonly KitAssay[];
  readonly editor: PlateEditor;
  readonly state: PlateState;
  /** Selected, in fill order. */
  readonly positions: readonly Position[];
  readonly quickRef: RefObject<HTMLInputElement | null>;
  readonly quickSearch: string;
  readonly onQuickSearch: (search: string) => void;
  readonly onQuickPick: (pick: QuickPick) => void;
  readonly onClose: () => void;
  /** Escape: back to the plate. */
  readonly onBack: () => void;
  readonly onAddLot?: AddLot | undefined;
  readonly onMissing: (positions: readonly Position[], item: MissingItem) => void;
  readonly isLocked: boolean;
}

/** Docked beside the plate: the values of the selected wells, and what is missing next. */
export const WellPanel = memo(function WellPanel({ panelRef, ...props }: WellPanelProps) {
  const { positions, isLocked, run, editor } = props;
  const wells = positions.map((position) => editor.plate.get(position) ?? EMPTY_WELL);
  const hasSelection = positions.length > 0;
  return (
    <PlatePanel
      role="complementary"
      ref={panelRef}
      aria-label={wellsTexts.panel}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onBack();
      }}
    >
      <div className={classes['head']}>
        <h2>{hasSelection ? wellsTexts.selected(positions.length) : wellsTexts.panel}</h2>
        {hasSelection && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<IconX size={15} stroke={1.6} />}
            onClick={props.onClose}
          >
            {wellsTexts.close}
          </Button>
        )}
      </div>
      <div className={classes['body']}>
        {hasSelection ? (
          <>
            <QuickFill
              run={run}
              assays={props.assays}
              well={wells[0] ?? EMPTY_WELL}
              names={wells.map(({ name }) => name)}
              onPick={props.onQuickPick}
              inputRef={props.quickRef}
              search={props.quickSearch}
              onSearch={props.onQuickSearch}
              isLocked={isLocked}
            />
            <WellFields {...props} />
          </>
        ) : (
          <p className={classes['note']}>{wellsTexts.nothingSelected}</p>
        )}
        <MissingNext state={props.state} wellCount={editor.plate.size} onPick={props.onMissing} />
      </div>
    </PlatePanel>
  );
});

/** Focuses the field of what is missing. */
export function focusField(panel: HTMLElement | null, { item }: MissingItem): void {
  const label = {
    kit: wellsTexts.fields.kitVersion,
    lot: wellsTexts.fields.lot,
    reactionBuffer: wellsTexts.fields.reactionBuffer,
    sampleType: null,
    expectedDiagnostic: wellsTexts.fields.expected,
  }[item];
  const labels = [...(panel?.querySelectorAll('label') ?? [])];
  const field =
    label === null
      ? panel?.querySelector<HTMLElement>('input[type="radio"]')
      : labels.find(({ textContent }) => textContent.startsWith(label))?.control;
  field?.focus();
}
