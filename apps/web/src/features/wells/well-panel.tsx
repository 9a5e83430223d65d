import type { MissingItem, Position, Run } from '@curvewell/contracts';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { RefObject } from 'react';

import { wellsTexts } from '../../locale/en-GB/wells.ts';
import { PlatePanel } from '../../shared/ui/plate-layout.tsx';
import type { KitAssay } from './assay-choices.ts';
import { MissingNext } from './missing-next.tsx';
import type { WellChange, WellDraft } from './plate-draft.ts';
import { QuickFill } from './quick-fill.tsx';
import type { PlateEditor } from './use-plate-editor.ts';
import { WellFields } from './well-fields.tsx';
import classes from './well-panel.module.css';
import type { PlateState } from './what-is-missing.ts';

export interface WellPanelProps {
  readonly panelRef: RefObject<HTMLElement | null>;
  readonly run: Run;
  readonly assays: readonly KitAssay[];
  readonly editor: PlateEditor;
  readonly state: PlateState;
  readonly positions: readonly Position[];
  readonly firstWell: WellDraft;
  readonly nameRef: RefObject<HTMLInputElement | null>;
  readonly quickRef: RefObject<HTMLInputElement | null>;
  readonly typed: string | null;
  readonly quickSearch: string;
  readonly onQuickSearch: (search: string) => void;
  readonly onQuickPick: (change: WellChange) => void;
  readonly onNameDone: () => void;
  readonly onClose: () => void;
  /** Escape: back to the plate. */
  readonly onBack: () => void;
  readonly onMissing: (positions: readonly Position[], item: MissingItem) => void;
  readonly isLocked: boolean;
}

/** Docked beside the plate: the values of the selected wells, and what is missing next. */
export function WellPanel({ panelRef, ...props }: WellPanelProps) {
  const { positions, isLocked, run } = props;
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
              well={props.firstWell}
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
        <MissingNext
          state={props.state}
          wellCount={run.plateType === 'RECTANGULAR_96' ? 96 : 384}
          onPick={props.onMissing}
        />
      </div>
    </PlatePanel>
  );
}
