import type { MissingItem, Position } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { flushSync } from 'react-dom';

import { text } from '../../../locale/text.ts';
import { FilledNote } from '../../../shared/ui/fields/filled-note.tsx';
import { PlatePanel } from '../../../shared/ui/plate/plate-layout.tsx';
import { filledWells, unfillWell } from '../draft/fill-in.ts';
import { usePlateSetup } from '../plate-setup-context.ts';
import { MissingNext } from './missing-next.tsx';
import { QuickFill } from './quick-fill.tsx';
import { WellFields } from './well-fields.tsx';
import classes from './well-panel.module.css';

interface WellPanelProps {
  /** Selected wells in fill order. */
  readonly positions: readonly Position[];
  /** Whether these are the selected wells: the panel follows the plate a moment later. */
  readonly isShown: () => boolean;
  readonly showNow: () => void;
}

/** The panel beside the plate: the fields of the selected wells, and what is missing. */
export const WellPanel = memo(function WellPanel({ positions, isShown, showNow }: WellPanelProps) {
  const { editor, panelRef, act, backToPlate } = usePlateSetup();
  const hasSelection = positions.length > 0;
  const catchUp = (): void => {
    if (!isShown()) flushSync(showNow);
  };
  return (
    <PlatePanel
      role="complementary"
      ref={panelRef}
      aria-label={text.wells.panel}
      // Keys and clicks can be faster than the panel, and must not change the wells selected before.
      onFocusCapture={catchUp}
      onPointerDownCapture={catchUp}
      onKeyDown={(event) => {
        if (event.key === 'Escape') backToPlate();
      }}
    >
      <div className={classes['head']}>
        <h2>{hasSelection ? text.wells.selected(positions.length) : text.wells.panel}</h2>
        {hasSelection && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<IconX size={15} stroke={1.6} />}
            onClick={() => {
              act({ type: 'set', wells: [] });
              backToPlate();
            }}
          >
            {text.wells.close}
          </Button>
        )}
      </div>
      <div className={classes['body']}>
        {hasSelection ? (
          <>
            <QuickFill positions={positions} />
            <WellFields positions={positions} />
          </>
        ) : (
          <>
            <p className={classes['note']}>{text.wells.nothingSelected}</p>
            <FilledWells />
          </>
        )}
        <MissingNext wellCount={editor.plate.size} />
      </div>
    </PlatePanel>
  );
});

function FilledWells() {
  const { editor, isLocked } = usePlateSetup();
  const wells = filledWells(editor.plate);
  if (wells.length === 0 || isLocked) return null;
  return (
    <FilledNote
      onClear={() =>
        editor.updateWells(wells, unfillWell, text.wells.on(text.wells.changes.unfilled, wells.length))
      }
    >
      <b>{text.wells.filled(wells.length)}</b> {text.wells.filledUntil}
    </FilledNote>
  );
}

export function focusField(panel: HTMLElement | null, { item }: MissingItem): void {
  const label = {
    kit: text.wells.fields.kitVersion,
    lot: text.wells.fields.lot,
    reactionBuffer: text.wells.fields.reactionBuffer,
    sampleType: null,
    expectedDiagnostic: text.wells.fields.expected,
  }[item];
  const labels = [...(panel?.querySelectorAll('label') ?? [])];
  const field =
    label === null
      ? panel?.querySelector<HTMLElement>('input[type="radio"]')
      : labels.find(({ textContent }) => textContent.startsWith(label))?.control;
  field?.focus();
}
