import type { Position, Run } from '@curvewell/contracts';
import { memo, useMemo, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';

import { CellInput, type CellStep } from '../../plate/cell-input.tsx';
import { SampleTypeCaption } from '../../plate/plate-caption.tsx';
import { PlateGrid } from '../../plate/plate-grid.tsx';
import { PlateRoom } from '../../plate/plate-room.tsx';
import { PlateAnnouncer, PlateStatus } from '../../plate/plate-status.tsx';
import { positionOfPlace, type SelectionAction, type WellSelection } from '../../plate/well-selection.ts';
import type { KitAssay } from '../../../data/kits.ts';
import { kitVersionsOf } from '../assay-choices.ts';
import type { FillOrder } from '../fill-order.ts';
import type { PlateDraft } from '../draft/plate-draft.ts';
import type { PlateEditor } from '../draft/use-plate-editor.ts';
import { wellsAsText } from '../paste/wells-text.ts';
import type { PlateState } from '../what-is-missing.ts';
import { plateTexts } from '../../../locale/en-GB/plate.ts';
import { wellsTexts } from '../../../locale/en-GB/wells.ts';
import { PlatePanel } from '../../../shared/ui/plate-layout.tsx';
import { useStable } from '../../../shared/use-stable.ts';
import { wellRangesText } from '../../../shared/well-ranges.ts';
import { configuredFaces, wellFacts } from './configured-faces.ts';
import { CreationTable } from './configured-table.tsx';
import { CreationTools } from './plate-tools.tsx';
import type { Naming } from './use-cell-naming.ts';

interface ConfiguredPlateProps {
  readonly run: Run;
  readonly editor: PlateEditor;
  /** What is shown: the editor's plate, or two compared ones. */
  readonly plate: PlateDraft;
  readonly contested: ReadonlySet<string>;
  readonly assays: readonly KitAssay[];
  readonly state: PlateState;
  readonly selection: WellSelection;
  readonly onAction: (action: SelectionAction) => void;
  readonly positions: readonly Position[];
  readonly fillOrder: FillOrder;
  readonly onFillOrder: (order: FillOrder) => void;
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly naming: Naming | null;
  readonly onNamed: (naming: Naming, step: CellStep) => void;
  readonly onNameReverted: () => void;
  readonly onCopied: (text: string) => void;
  /** null: the page may not read the clipboard by itself. */
  readonly onPaste: (text: string | null) => void;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly isLocked: boolean;
}

/** The plate as it is set, with its tools, caption and status line. */
export function ConfiguredPlate(props: ConfiguredPlateProps) {
  const { run, editor, plate, contested, state, selection, positions, naming } = props;
  const [isTable, showTable] = useState(false);
  const given = useMemo(
    () => ({ run, plate, missing: state.missing, contested }),
    [run, plate, state, contested],
  );
  const faces = useMemo(() => configuredFaces(given), [given]);

  const copy = useStable((event: ClipboardEvent) => {
    const text = wellsAsText(run, { positions, plate });
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
    props.onCopied(text);
  });
  const paste = useStable((event: ClipboardEvent) => {
    event.preventDefault();
    if (!props.isLocked) props.onPaste(event.clipboardData.getData('text/plain'));
  });
  const startPaste = useStable((): void => {
    void clipboardText().then(props.onPaste);
  });

  return (
    <PlatePanel aria-label={plateTexts.plate(faces.size)} id="plate" tabIndex={-1}>
      <CreationTools
        run={run}
        assays={props.assays}
        editor={editor}
        onAction={props.onAction}
        onPaste={startPaste}
        isTable={isTable}
        onTable={showTable}
        fillOrder={props.fillOrder}
        onFillOrder={props.onFillOrder}
        isLocked={props.isLocked}
      />
      {isTable ? (
        <CreationTable
          run={run}
          plate={plate}
          missing={state.missing}
          selected={selection.selected}
          onAction={props.onAction}
        />
      ) : (
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
              onCopy={copy}
              onPaste={paste}
              overlay={
                naming && (
                  <CellInput
                    key={naming.position}
                    geometry={geometry}
                    position={naming.position}
                    label={wellsTexts.cellName(naming.position)}
                    text={naming.text}
                    onKeep={(text, step) => {
                      props.onNamed({ position: naming.position, text }, step);
                    }}
                    onRevert={props.onNameReverted}
                  />
                )
              }
            />
          )}
        </PlateRoom>
      )}
      <RunCaption run={run} />
      <CreationStatus {...props} given={given} wellCount={faces.size} />
    </PlatePanel>
  );
}

/** null: refused, or a browser in which only Ctrl V reads the clipboard. */
async function clipboardText(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}

const RunCaption = memo(function RunCaption({ run }: { readonly run: Run }) {
  return <SampleTypeCaption kits={kitVersionsOf(run).map(({ kit, version }) => `${kit.name} ${version}`)} />;
});

function CreationStatus({
  editor,
  selection,
  positions,
  given,
  wellCount,
}: ConfiguredPlateProps & {
  readonly given: Parameters<typeof configuredFaces>[0];
  readonly wellCount: number;
}) {
  const focused = positionOfPlace(selection.focus);
  const where = wellRangesText(selection.selected);
  const facts = focused === null ? [] : wellFacts(focused, { ...given, isCard: false });
  return (
    <>
      <PlateStatus
        facts={editor.said === '' ? facts : [{ term: '', text: editor.said, tone: 'strong' }]}
        selection={plateTexts.selectedOf(positions.length, wellCount, where)}
      />
      <PlateAnnouncer
        text={editor.said === '' ? plateTexts.announceSelection(positions.length, where) : editor.said}
      />
    </>
  );
}
