import type { Position, Run } from '@curvewell/domain';
import { memo, useMemo, useState, type KeyboardEvent } from 'react';

import { text } from '../../../locale/text.ts';
import { useObservable } from '../../../shared/hooks/observable.ts';
import { PlatePanel } from '../../../shared/ui/plate/plate-layout.tsx';
import { wellRangesText } from '../../../shared/format/well-ranges.ts';
import { CellInput } from '../../plate/grid/cell-input.tsx';
import { SampleTypeCaption } from '../../plate/layout/plate-caption.tsx';
import { PlateGrid } from '../../plate/grid/plate-grid.tsx';
import { useFocusOnArrival } from '../../plate/grid/use-focus-on-arrival.ts';
import { PlateRoom } from '../../plate/layout/plate-room.tsx';
import { PlateAnnouncer, PlateStatus } from '../../plate/layout/plate-status.tsx';
import { usePlateWork } from '../../plate/layout/plate-work.tsx';
import { positionOfPlace } from '../../plate/selection/well-selection.ts';
import { kitVersionsOf } from '../assay-choices.ts';
import type { Announcement } from '../draft/use-plate-editor.ts';
import { PasteDialog } from '../paste/paste-dialog.tsx';
import { pasteStart } from '../paste/paste-plate.ts';
import { usePlateSetup } from '../plate-setup-context.ts';
import { WorkListDialog } from '../work-list/work-list-dialog.tsx';
import { usePlateCommands } from '../use-plate-commands.ts';
import type { ChosenWells } from '../use-setup-selection.ts';
import classes from '../plate-setup.module.css';
import { configuredFaces, wellFacts, wellSummary, type Configured } from './configured-faces.ts';
import { ConfiguredTable } from './configured-table.tsx';
import { PlateTools } from './plate-tools.tsx';
import { plateActOf } from './setup-keys.ts';
import { useCellNaming } from './use-cell-naming.ts';
import { usePlateClipboard } from './use-plate-clipboard.ts';
import { useWorkListDrop } from './use-work-list-drop.ts';

interface ConfiguredPlateProps {
  readonly chosen: ChosenWells;
}

const NONE: ReadonlySet<string> = new Set();

/** The plate of step 2 with its tools, legend and status line. */
export function ConfiguredPlate({ chosen }: ConfiguredPlateProps) {
  const { run, editor, comparison, plate, state, doubts, isLocked, act, gridRef, ...setup } = usePlateSetup();
  useFocusOnArrival(gridRef);
  const { store } = chosen;
  const [isTable, showTable] = useState(false);
  const contested = comparison?.contested ?? NONE;
  const given = useMemo(
    () => ({ run, plate, missing: state.missing, doubts, contested }),
    [run, plate, state, doubts, contested],
  );
  const faces = useMemo(() => configuredFaces(given), [given]);
  const commands = usePlateCommands(chosen.ordered);
  const { naming, ...cell } = useCellNaming({
    onName: (position, name) => void commands.nameWell(position, name),
    onSelect: (position) => store.act({ type: 'set', wells: [position] }),
  });
  const { copied, pasting, ...clipboard } = usePlateClipboard(chosen.positions);
  const workList = useWorkListDrop(chosen);

  const onKey = (event: KeyboardEvent): boolean => {
    const keyAct = plateActOf(event, {
      selectedCount: store.get().selected.size,
      isLocked,
      undo: editor.undo,
      redo: editor.redo,
      copyDown: () => void commands.copyDown(),
      clear: () => void commands.clear(),
      intoPanel: () => setup.panelRef.current?.querySelector<HTMLElement>('input, button')?.focus(),
      beginName: (typed) => {
        const [position] = chosen.positions();
        if (position === undefined) return;
        cell.begin({ position, text: typed ?? editor.plate.get(position)?.name ?? '' });
      },
      quickFill: setup.openQuickFill,
    });
    keyAct?.();
    return keyAct !== null;
  };

  return (
    <PlatePanel aria-label={text.plate.plate(faces.size)} id="plate" tabIndex={-1} {...workList.drop}>
      <PlateTools
        onPaste={clipboard.startPaste}
        onWorkList={workList.choose}
        isTable={isTable}
        onTable={showTable}
      />
      {isTable ? (
        <ConfiguredTable selection={store} />
      ) : (
        <PlateRoom plateType={run.plateType} use="configuration">
          {(geometry) => (
            <PlateGrid
              geometry={geometry}
              faces={faces}
              selection={store}
              fillOrder={setup.fillOrder}
              onAction={act}
              factsOf={(position) => wellFacts(position, given)}
              onKey={onKey}
              gridRef={gridRef}
              onCopy={clipboard.copy}
              onPaste={clipboard.paste}
              overlay={
                naming && (
                  <CellInput
                    key={naming.position}
                    geometry={geometry}
                    position={naming.position}
                    label={text.wells.cellName(naming.position)}
                    text={naming.text}
                    onKeep={(text, step) => cell.keep({ position: naming.position, text }, step)}
                    onRevert={cell.revert}
                  />
                )
              }
            />
          )}
        </PlateRoom>
      )}
      <PlateCaption run={run} />
      <ConfiguredStatus chosen={chosen} given={given} wellCount={faces.size} />
      {pasting && (
        <PasteDialog
          text={pasting.text}
          focused={pasteStart(chosen.positions(), positionOfPlace(store.get().focus))}
          selected={chosen.ordered()}
          copied={copied}
          onClose={() => {
            clipboard.endPaste();
            setup.backToPlate();
          }}
        />
      )}
      {workList.opened && (
        <WorkListDialog
          {...workList.opened}
          onClose={() => {
            workList.close();
            setup.backToPlate();
          }}
        />
      )}
    </PlatePanel>
  );
}

const PlateCaption = memo(function PlateCaption({ run }: { readonly run: Run }) {
  const { hasCaption } = usePlateWork();
  if (!hasCaption) return null;
  return <SampleTypeCaption kits={kitVersionsOf(run).map(({ kit, version }) => `${kit.name} ${version}`)} />;
});

interface ConfiguredStatusProps extends ConfiguredPlateProps {
  readonly given: Configured;
  readonly wellCount: number;
}

function ConfiguredStatus({ chosen, given, wellCount }: ConfiguredStatusProps) {
  const { editor, act, backToPlate } = usePlateSetup();
  const selection = useObservable(chosen.store);
  const focused = positionOfPlace(selection.focus);
  const where = wellRangesText(selection.selected);
  const { announcement } = editor;
  return (
    <>
      <PlateStatus
        well={focused === null ? null : wellSummary(focused, given)}
        hint={
          announcement && (
            <AnnouncementHint
              announcement={announcement}
              onShow={(wells) => {
                act({ type: 'set', wells });
                backToPlate();
              }}
            />
          )
        }
        selection={text.plate.selectedOf(selection.selected.size, wellCount)}
      />
      <PlateAnnouncer
        text={announcement?.text ?? text.plate.announceSelection(selection.selected.size, where)}
      />
    </>
  );
}

interface AnnouncementHintProps {
  readonly announcement: Announcement;
  readonly onShow: (wells: readonly Position[]) => void;
}

/** The last announcement, in place of the well's own line. */
function AnnouncementHint({ announcement, onShow }: AnnouncementHintProps) {
  return (
    <>
      <span data-tone={announcement.wells ? 'warning' : 'strong'}>{announcement.text}</span>
      {announcement.wells && (
        <button
          type="button"
          className={classes['show-both']}
          onClick={() => onShow(announcement.wells ?? [])}
        >
          {text.plate.showBoth}
        </button>
      )}
    </>
  );
}
