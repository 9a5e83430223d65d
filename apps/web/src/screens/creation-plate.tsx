import type { Position, Run } from '@curvewell/contracts';
import { Button, Kbd, SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconLayoutGrid } from '@tabler/icons-react';
import { useMemo, type KeyboardEvent, type RefObject } from 'react';

import { SampleTypeCaption } from '../features/plate/plate-caption.tsx';
import { PlateGrid } from '../features/plate/plate-grid.tsx';
import { PlateRoom } from '../features/plate/plate-room.tsx';
import { PlateAnnouncer, PlateStatus } from '../features/plate/plate-status.tsx';
import {
  positionOfPlace,
  type SelectionAction,
  type WellSelection,
} from '../features/plate/well-selection.ts';
import { kitVersionsOf, type KitAssay } from '../features/wells/assay-choices.ts';
import { TemplateMenu } from '../features/wells/template-menu.tsx';
import type { FillOrder } from '../features/wells/fill-order.ts';
import type { PlateEditor } from '../features/wells/use-plate-editor.ts';
import type { PlateState } from '../features/wells/what-is-missing.ts';
import { plateTexts } from '../locale/en-GB/plate.ts';
import { wellsTexts } from '../locale/en-GB/wells.ts';
import { PlateBar, PlatePanel } from '../shared/ui/plate-layout.tsx';
import { wellRangesText } from '../shared/well-ranges.ts';
import { configuredFaces, wellFacts, wellsAsText } from './creation-faces.ts';
import classes from './creation-wells.module.css';

interface ConfiguredPlateProps {
  readonly run: Run;
  readonly editor: PlateEditor;
  readonly assays: readonly KitAssay[];
  readonly state: PlateState;
  readonly selection: WellSelection;
  readonly onAction: (action: SelectionAction) => void;
  readonly positions: readonly Position[];
  readonly fillOrder: FillOrder;
  readonly onFillOrder: (order: FillOrder) => void;
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly isLocked: boolean;
}

/** The plate as it is set, with its tools, caption and status line. */
export function ConfiguredPlate(props: ConfiguredPlateProps) {
  const { run, editor, state, selection, positions } = props;
  const given = useMemo(
    () => ({ run, plate: editor.plate, missing: state.missing }),
    [run, editor.plate, state],
  );
  const faces = useMemo(() => configuredFaces(given), [given]);
  const focused = positionOfPlace(selection.focus);
  const where = wellRangesText(selection.selected);
  return (
    <PlatePanel aria-label={plateTexts.plate(faces.size)} id="plate" tabIndex={-1}>
      <PlateTools {...props} />
      <PlateRoom plateType={run.plateType} use="configuration">
        {(geometry) => (
          <PlateGrid
            geometry={geometry}
            faces={faces}
            selection={selection}
            onAction={props.onAction}
            factsOf={(position) => wellFacts(position, { ...given, isCard: true })}
            onKey={props.onKey}
            gridRef={props.gridRef}
            onCopy={(event) => {
              event.preventDefault();
              event.clipboardData.setData('text/plain', wellsAsText(positions, editor.plate));
            }}
          />
        )}
      </PlateRoom>
      <SampleTypeCaption kits={kitVersionsOf(run).map(({ kit, version }) => `${kit.name} ${version}`)} />
      <PlateStatus
        facts={
          editor.said !== ''
            ? [{ term: '', text: editor.said, tone: 'strong' }]
            : focused === null
              ? []
              : wellFacts(focused, { ...given, isCard: false })
        }
        selection={plateTexts.selectedOf(positions.length, faces.size, where)}
      />
      <PlateAnnouncer
        text={editor.said === '' ? plateTexts.announceSelection(positions.length, where) : editor.said}
      />
    </PlatePanel>
  );
}

function PlateTools(props: ConfiguredPlateProps) {
  const { editor, onAction, fillOrder, onFillOrder, isLocked } = props;
  return (
    <PlateBar role="toolbar" aria-label={wellsTexts.toolbar}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconLayoutGrid size={15} stroke={1.6} />}
        onClick={() => {
          onAction({ type: 'all' });
        }}
      >
        {plateTexts.selectAll}
        <Kbd size="xs" ml={6}>
          Ctrl A
        </Kbd>
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        leftSection={<IconArrowBackUp size={15} stroke={1.6} />}
        disabled={!editor.canUndo || isLocked}
        onClick={editor.undo}
      >
        {wellsTexts.undo}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        leftSection={<IconArrowForwardUp size={15} stroke={1.6} />}
        disabled={!editor.canRedo || isLocked}
        onClick={editor.redo}
      >
        {wellsTexts.redo}
      </Button>
      <div className={classes['order']}>
        <span id="fill-order">{wellsTexts.fillOrder}</span>
        <SegmentedControl
          size="xs"
          aria-labelledby="fill-order"
          data={[
            { value: 'row', label: wellsTexts.row },
            { value: 'column', label: wellsTexts.column },
          ]}
          value={fillOrder}
          onChange={(order) => {
            onFillOrder(order === 'column' ? 'column' : 'row');
          }}
        />
        <TemplateMenu run={props.run} assays={props.assays} editor={editor} isLocked={isLocked} />
      </div>
    </PlateBar>
  );
}
