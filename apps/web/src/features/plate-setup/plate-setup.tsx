import type { Position, Run } from '@curvewell/contracts';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { focusPlate } from '../plate/plate-grid.tsx';
import { positionOfPlace, type SelectionAction } from '../plate/well-selection.ts';
import { ListFailed } from '../run-kits/run-card.tsx';
import type { KitAssay } from '../../data/kits.ts';
import { plateQueries } from '../../data/plate.ts';
import { expectedChannels } from './assay-choices.ts';
import type { FillOrder } from './fill-order.ts';
import { PasteDialog } from './paste/paste-dialog.tsx';
import { assaysOf } from './run-kits.ts';
import { RunOrigin } from './run-origin.tsx';
import { usePlateEditor } from './draft/use-plate-editor.ts';
import { plateState } from './what-is-missing.ts';
import { text } from '../../locale/text.ts';
import { wellsTexts } from '../../locale/en-GB/wells.ts';
import { useMe } from '../../data/identity.ts';
import { PlateColumns } from '../../shared/ui/plate-layout.tsx';
import { RunStatusBadge } from '../../shared/ui/run-status-badge.tsx';
import { Screen } from '../../shared/ui/screen.tsx';
import { useStable } from '../../shared/use-stable.ts';
import { useUnsavedGuard } from '../../shared/use-unsaved-guard.ts';
import { CancelRun, StartInterpretation } from './start-interpretation.tsx';
import { CreationNotes } from './plate-notes.tsx';
import { ConfiguredPlate } from './plate/configured-plate.tsx';
import { CreationSide } from './panel/setup-side.tsx';
import classes from './plate-setup.module.css';
import { useCellNaming } from './plate/use-cell-naming.ts';
import { useComparison } from './compare/use-comparison.ts';
import { useCreationKeys } from './plate/setup-keys.ts';
import { useCreationSelection } from './use-setup-selection.ts';
import { usePlateCommands } from './use-plate-commands.ts';
import { useShowMissing } from './panel/use-show-missing.ts';
import { useStartRun } from './use-start-run.ts';

interface CreationWellsProps {
  readonly run: Run;
  /** Asks, and gives the run up; whether it is gone. */
  readonly onCancel: () => Promise<boolean>;
  readonly onLeave: () => void;
}

const NO_ASSAYS: readonly KitAssay[] = [];
const NONE: ReadonlySet<string> = new Set();

/** Step 2: every well gets what is in it, and the run is interpreted. */
export function CreationWells({ run, onCancel, onLeave }: CreationWellsProps) {
  const { preferredUsername: userId } = useMe();
  const assayQuery = useQuery(assaysOf(run));
  const { data: assays = NO_ASSAYS } = assayQuery;
  usePrefetchQuery(plateQueries.sampleTypes);
  const editor = usePlateEditor(run, userId);
  const { comparison, begin: compare } = useComparison(editor);
  const runner = useStartRun(run, editor);
  useUnsavedGuard({ isChanged: editor.isChanged, isKept: true });

  const [order, setOrder] = useState<FillOrder>('row');
  const { selection, select, positions, ordered, shown } = useCreationSelection(run, order);
  const [quickSearch, setQuickSearch] = useState('');
  const [copied, setCopied] = useState<string | null>(null);
  const [pasting, setPasting] = useState<{ readonly text: string | null } | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const quickRef = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLElement>(null);

  const plate = comparison?.plate ?? editor.plate;
  const state = useMemo(
    () => plateState(plate, (well) => expectedChannels(run, { well, assays })),
    [plate, run, assays],
  );
  const isLocked = runner.isPending || comparison !== null || !run.permissions.canConfigure;
  const isReady = state.setCount > 0 && state.completeCount === state.setCount;
  const canStart = isReady && !isLocked && editor.conflict === null;
  const commands = usePlateCommands({ run, assays, editor, positions: ordered });

  const act = useStable((action: SelectionAction): void => {
    editor.say('');
    select(action);
  });
  const selectWells = (wells: Iterable<Position>): void => {
    act({ type: 'set', wells });
  };
  const backToPlate = useStable((): void => {
    focusPlate(grid.current);
  });
  const showMissing = useShowMissing({ panel, isShown: shown === ordered, onSelect: selectWells });
  const cell = useCellNaming({
    run,
    order,
    onName: commands.nameWell,
    onSelect: (position) => {
      select({ type: 'set', wells: [position] });
    },
    onBack: backToPlate,
  });
  const start = useStable((): void => {
    void runner.start();
  });

  const keys = useCreationKeys({
    selectedCount: positions.length,
    isLocked,
    undo: editor.undo,
    redo: editor.redo,
    copyDown: () => void commands.copyDown(),
    clear: () => void commands.clear(),
    intoPanel: () => panel.current?.querySelector<HTMLElement>('input, button')?.focus(),
    beginName: (typed) => {
      const [position] = positions;
      if (position === undefined) return;
      cell.begin({ position, text: typed ?? editor.plate.get(position)?.name ?? '' });
    },
    quickFill: (typed) => {
      flushSync(() => {
        setQuickSearch(typed);
      });
      quickRef.current?.focus();
    },
    startOrShowMissing: () => {
      const [row] = state.rows;
      if (canStart) start();
      else if (row) showMissing(row.positions, row.item);
    },
  });
  const cancel = useStable((): void => {
    void onCancel().then((isGone) => {
      if (!isGone) return;
      // The draft goes with its run.
      flushSync(editor.discard);
      onLeave();
    });
  });

  return (
    <div className={classes['screen']} onKeyDown={keys.onScreenKey}>
      <Screen
        title={wellsTexts.title(run.businessId)}
        documentTitle={wellsTexts.documentTitle(run.businessId)}
        beside={<RunStatusBadge status={run.status} />}
        subtitle={`${run.fileName} · ${wellsTexts.step}`}
        aside={<RunOrigin run={run} />}
        footerStart={<CancelRun onCancel={cancel} />}
        footerEnd={
          <StartInterpretation
            state={state}
            isRunning={runner.isPending}
            isEnabled={canStart}
            onStart={start}
          />
        }
      >
        {assayQuery.isError && (
          <ListFailed title={text.step1.failed.channel} onRetry={() => void assayQuery.refetch()} />
        )}
        <CreationNotes editor={editor} isComparing={comparison !== null} onCompare={compare} />
        <PlateColumns columns="minmax(0, 1fr) 348px">
          <ConfiguredPlate
            run={run}
            editor={editor}
            plate={plate}
            contested={comparison?.contested ?? NONE}
            assays={assays}
            state={state}
            selection={selection}
            onAction={act}
            positions={positions}
            fillOrder={order}
            onFillOrder={setOrder}
            onKey={keys.onPlateKey}
            naming={cell.naming}
            onNamed={cell.keep}
            onNameReverted={cell.revert}
            onCopied={setCopied}
            onPaste={(pasted) => {
              setPasting({ text: pasted });
            }}
            gridRef={grid}
            isLocked={isLocked}
          />
          <CreationSide
            panelRef={panel}
            run={run}
            assays={assays}
            editor={editor}
            comparison={comparison}
            runner={runner}
            state={state}
            positions={shown}
            quickRef={quickRef}
            quickSearch={quickSearch}
            onQuickSearch={setQuickSearch}
            onSelect={selectWells}
            onBack={backToPlate}
            onMissing={showMissing}
            isLocked={isLocked}
          />
        </PlateColumns>
        {pasting && (
          <PasteDialog
            run={run}
            assays={assays}
            editor={editor}
            text={pasting.text}
            focused={positionOfPlace(selection.focus) ?? positions[0] ?? 'A1'}
            selected={ordered}
            copied={copied}
            onClose={() => {
              setPasting(null);
              backToPlate();
            }}
          />
        )}
      </Screen>
    </div>
  );
}
