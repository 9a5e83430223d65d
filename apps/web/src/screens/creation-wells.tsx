import { platePositions, type MissingItem, type Position, type Run } from '@curvewell/contracts';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { CellStep } from '../features/plate/cell-input.tsx';
import { focusPlate } from '../features/plate/plate-grid.tsx';
import { useWellSelection } from '../features/plate/use-well-selection.ts';
import { positionOfPlace, type SelectionAction } from '../features/plate/well-selection.ts';
import { ListFailed } from '../features/runs/run-cards.tsx';
import { expectedChannels, type KitAssay } from '../features/wells/assay-choices.ts';
import { ComparePanel } from '../features/wells/compare-panel.tsx';
import { besideInRow, inFillOrder, nextInOrder, type FillOrder } from '../features/wells/fill-order.ts';
import { PasteDialog } from '../features/wells/paste-dialog.tsx';
import { wellQueries } from '../features/wells/queries.ts';
import type { QuickPick } from '../features/wells/quick-offers.ts';
import { RunOrigin } from '../features/wells/run-origin.tsx';
import { usePlateEditor } from '../features/wells/use-plate-editor.ts';
import { focusField, WellPanel } from '../features/wells/well-panel.tsx';
import { plateState } from '../features/wells/what-is-missing.ts';
import { wellsTexts } from '../locale/en-GB/wells.ts';
import { text } from '../locale/text.ts';
import { useMe } from '../shared/session.ts';
import { PlateColumns } from '../shared/ui/plate-layout.tsx';
import { RunStatusBadge } from '../shared/ui/run-status-badge.tsx';
import { Screen } from '../shared/ui/screen.tsx';
import { useStable } from '../shared/use-stable.ts';
import { useUnsavedGuard } from '../shared/use-unsaved-guard.ts';
import { CancelRun, StartInterpretation } from './creation-footer.tsx';
import { CreationNotes } from './creation-notes.tsx';
import { ConfiguredPlate, type Naming } from './creation-plate.tsx';
import classes from './creation-wells.module.css';
import { useComparison } from './use-comparison.ts';
import { useCreationKeys } from './use-creation-keys.ts';
import { usePlateCommands } from './use-plate-commands.ts';
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
  const assayQuery = useQuery(wellQueries.assays(run));
  const { data: assays = NO_ASSAYS } = assayQuery;
  usePrefetchQuery(wellQueries.sampleTypes);
  const editor = usePlateEditor(run, userId);
  const { comparison, begin: compare } = useComparison(editor);
  const runner = useStartRun(run, editor);
  useUnsavedGuard({ isChanged: editor.isChanged, isKept: true });

  const hasCurve = useCallback(
    (position: Position) => run.analyses.some(({ wells }) => wells[position] !== undefined),
    [run.analyses],
  );
  const [selection, select] = useWellSelection(run.plateType, hasCurve);
  const [fillOrder, setFillOrder] = useState<FillOrder>('row');
  const [naming, setNaming] = useState<Naming | null>(null);
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
  const positions = useMemo(
    () => platePositions(run.plateType).filter((position) => selection.selected.has(position)),
    [run.plateType, selection.selected],
  );
  const ordered = useMemo(
    () => inFillOrder(positions, { plateType: run.plateType, order: fillOrder }),
    [positions, run.plateType, fillOrder],
  );
  // The plate answers a key at once, the panel follows; a first selection opens it together with the plate.
  const later = useDeferredValue(ordered);
  const shown = later.length === 0 ? ordered : later;

  const isLocked = runner.isPending || comparison !== null || !run.permissions.canConfigure;
  const isReady = state.setCount > 0 && state.completeCount === state.setCount;
  const canStart = isReady && !isLocked && editor.conflict === null;
  const commands = usePlateCommands({ run, assays, editor, positions: ordered });
  const shownCommands = usePlateCommands({ run, assays, editor, positions: shown });

  const act = useStable((action: SelectionAction): void => {
    editor.say('');
    select(action);
  });
  const backToPlate = useStable((): void => {
    focusPlate(grid.current);
  });
  const close = useStable((): void => {
    act({ type: 'none' });
    backToPlate();
  });
  const showMissing = useStable((wells: readonly Position[], item: MissingItem): void => {
    act({ type: 'set', wells });
    // Once the panel shows those wells.
    setTimeout(() => {
      focusField(panel.current, item);
    });
  });
  const quickFill = useStable((typed: string): void => {
    flushSync(() => {
      setQuickSearch(typed);
    });
    quickRef.current?.focus();
  });
  const pick = useStable((picked: QuickPick): void => {
    setQuickSearch('');
    void shownCommands.fill(picked).then((done) => {
      if (done) backToPlate();
    });
  });
  const goTo = (position: Position | null): void => {
    flushSync(() => {
      setNaming(null);
      if (position !== null) select({ type: 'set', wells: [position] });
    });
    // At once: a scanner's next character comes within milliseconds.
    backToPlate();
  };
  const named = ({ position, text: name }: Naming, step: CellStep): void => {
    commands.nameWell(position, name);
    const { plateType } = run;
    if (step === 'stay') setNaming(null);
    else if (step === 'next') goTo(nextInOrder(position, { plateType, order: fillOrder }));
    else goTo(besideInRow(position, { plateType, by: step === 'right' ? 1 : -1 }));
  };

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
      setNaming({ position, text: typed ?? editor.plate.get(position)?.name ?? '' });
    },
    quickFill,
    startOrShowMissing: () => {
      const [row] = state.rows;
      if (canStart) void runner.start();
      else if (row) showMissing(row.positions, row.item);
    },
  });

  const start = useStable((): void => {
    void runner.start();
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
            fillOrder={fillOrder}
            onFillOrder={setFillOrder}
            onKey={keys.onPlateKey}
            naming={naming}
            onNamed={named}
            onNameReverted={() => {
              goTo(null);
            }}
            onCopied={setCopied}
            onPaste={(pasted) => {
              setPasting({ text: pasted });
            }}
            gridRef={grid}
            isLocked={isLocked}
          />
          {comparison ? (
            <ComparePanel
              panelRef={panel}
              differences={comparison.differences}
              contestedCount={comparison.contested.size}
              theirWay={comparison.theirWay}
              onSwitch={comparison.turn}
              onSave={() => void runner.saveCompared(comparison.plate, comparison.revision)}
              isSaving={runner.isPending}
            />
          ) : (
            <WellPanel
              panelRef={panel}
              run={run}
              assays={assays}
              editor={editor}
              state={state}
              positions={shown}
              quickRef={quickRef}
              quickSearch={quickSearch}
              onQuickSearch={setQuickSearch}
              onQuickPick={pick}
              onClose={close}
              onBack={backToPlate}
              onMissing={showMissing}
              isLocked={isLocked}
            />
          )}
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
