import { platePositions, type MissingItem, type Position, type Run } from '@curvewell/contracts';
import { Alert, Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';

import { focusPlate } from '../features/plate/plate-grid.tsx';
import { useWellSelection } from '../features/plate/use-well-selection.ts';
import { positionOfPlace } from '../features/plate/well-selection.ts';
import { expectedChannels, type KitAssay } from '../features/wells/assay-choices.ts';
import { useStartInterpretation } from '../features/wells/mutations.ts';
import { EMPTY_WELL, wellCleared, wellLike } from '../features/wells/plate-draft.ts';
import { wellQueries } from '../features/wells/queries.ts';
import { usePlateEditor } from '../features/wells/use-plate-editor.ts';
import { WellPanel } from '../features/wells/well-panel.tsx';
import { nextInOrder, type FillOrder } from '../features/wells/fill-order.ts';
import { plateState } from '../features/wells/what-is-missing.ts';
import { RunOrigin } from '../features/wells/run-origin.tsx';
import { text } from '../locale/text.ts';
import { wellsTexts } from '../locale/en-GB/wells.ts';
import { hasCode } from '../shared/api-problem.ts';
import { formatTime } from '../shared/format.ts';
import { useMe } from '../shared/session.ts';
import { showShortcuts } from '../shared/shortcuts.ts';
import { confirm } from '../shared/ui/confirm.tsx';
import { PlateColumns } from '../shared/ui/plate-layout.tsx';
import { RunStatusBadge } from '../shared/ui/run-status-badge.tsx';
import { Screen } from '../shared/ui/screen.tsx';
import { toastError } from '../shared/ui/toast.tsx';
import { ConfiguredPlate } from './creation-plate.tsx';
import classes from './creation-wells.module.css';

const NO_ASSAYS: readonly KitAssay[] = [];

/** Step 2: every well gets what is in it, and the run is interpreted. */
export function CreationWells({ run, onCancel }: { readonly run: Run; readonly onCancel: () => void }) {
  const navigate = useNavigate();
  const { preferredUsername: userId } = useMe();
  const { data: assays = NO_ASSAYS } = useQuery(wellQueries.assays(run));
  const editor = usePlateEditor(run, userId);
  const hasCurve = useCallback(
    (position: Position) => run.analyses.some(({ wells }) => wells[position] !== undefined),
    [run.analyses],
  );
  const [selection, act] = useWellSelection(run.plateType, hasCurve);
  const [fillOrder, setFillOrder] = useState<FillOrder>('row');
  const [typed, setTyped] = useState<string | null>(null);
  const [quickSearch, setQuickSearch] = useState('');
  const start = useStartInterpretation(run);
  const grid = useRef<HTMLDivElement>(null);
  const quickRef = useRef<HTMLInputElement>(null);
  const nameRef = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLElement>(null);

  const { plate } = editor;
  const state = useMemo(
    () => plateState(plate, (well) => expectedChannels(run, { well, assays })),
    [plate, run, assays],
  );
  const positions = useMemo(
    () => platePositions(run.plateType).filter((position) => selection.selected.has(position)),
    [run.plateType, selection.selected],
  );
  const isLocked = start.isPending || !run.permissions.canConfigure;
  const isReady = state.setCount > 0 && state.completeCount === state.setCount;

  const select = (wells: Iterable<Position>): void => {
    setTyped(null);
    act({ type: 'set', wells });
  };
  const startNow = async (): Promise<void> => {
    try {
      await start.mutateAsync(plate);
    } catch (error) {
      toastError(hasCode(error, 'stale') ? wellsTexts.stale : wellsTexts.startFailed, error);
      return;
    }
    editor.forget();
    await navigate(`/run/${run.id}/interpretation`);
  };
  const clear = async (): Promise<void> => {
    const set = positions.filter(
      (position) => plate.get(position)?.kitVersion ?? plate.get(position)?.sampleType,
    );
    const isSure =
      set.length < 2 ||
      (await confirm({ title: wellsTexts.clear(set.length), answers: 'yes-no', destroys: false }));
    if (isSure)
      editor.putOn(positions, wellCleared, wellsTexts.on(wellsTexts.changes.cleared, positions.length));
  };
  const copyDown = (): void => {
    const [model] = positions;
    const others = positions.slice(1);
    const well = model === undefined ? undefined : plate.get(model);
    if (well) editor.putOn(others, wellLike(well), wellsTexts.on(wellsTexts.changes.copied, others.length));
  };
  const showMissing = (wells: readonly Position[], item: MissingItem): void => {
    select(wells);
    setTimeout(() => {
      focusField(panel.current, item);
    });
  };

  const onScreenKey = (event: KeyboardEvent): void => {
    const ctrl = event.ctrlKey || event.metaKey;
    if (!ctrl || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'enter') {
      const [row] = state.rows;
      if (isReady && !isLocked) void startNow();
      else if (row) showMissing(row.positions, row.item);
    } else if (key === 'k') quickRef.current?.focus();
    else return;
    event.preventDefault();
  };

  const onPlateKey = (event: KeyboardEvent): boolean => {
    const ctrl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (ctrl && !event.altKey) {
      if (key === 'z') (event.shiftKey ? editor.redo : editor.undo)();
      else if (key === 'y') editor.redo();
      else if (key === 'd' && !isLocked) copyDown();
      else return false;
      return true;
    }
    if (event.key === 'Enter') {
      panel.current?.querySelector<HTMLElement>('input, button')?.focus();
      return true;
    }
    if (event.key === '?') showShortcuts();
    else if (event.key === 'Delete' && !isLocked) void clear();
    else if (/^[\p{L}\p{N}]$/u.test(event.key) && !isLocked && positions.length === 1) setTyped(event.key);
    else if (/^[\p{L}\p{N}]$/u.test(event.key) && !isLocked && positions.length > 1) {
      setQuickSearch(event.key);
      quickRef.current?.focus();
    } else return false;
    return true;
  };

  return (
    <div className={classes['screen']} onKeyDown={onScreenKey}>
      <Screen
        title={wellsTexts.title(run.businessId)}
        documentTitle={wellsTexts.documentTitle(run.businessId)}
        beside={<RunStatusBadge status={run.status} />}
        subtitle={`${run.fileName} · ${wellsTexts.step}`}
        aside={<RunOrigin run={run} />}
        footerStart={
          <Button size="md" variant="subtle" color="gray" onClick={onCancel}>
            {text.common.cancel}
          </Button>
        }
        footerEnd={
          <>
            <b className={classes['progress']} id="start-reason">
              {state.setCount === 0
                ? wellsTexts.setOne
                : wellsTexts.progress(state.completeCount, state.setCount)}
            </b>
            {start.isPending ? (
              <span className={classes['running']} role="status">
                <Loader size={18} />
                {wellsTexts.inProgress}
              </span>
            ) : (
              <Button
                size="md"
                disabled={!isReady || isLocked}
                aria-describedby="start-reason"
                onClick={() => void startNow()}
              >
                {wellsTexts.start}
              </Button>
            )}
          </>
        }
      >
        {editor.restoredAt !== null && (
          <Alert color="accent" p={6} mb={8} flex="none">
            {wellsTexts.draftRestored(formatTime(editor.restoredAt))}{' '}
            <Button size="compact-xs" variant="subtle" onClick={editor.discard}>
              {wellsTexts.discardDraft}
            </Button>
          </Alert>
        )}
        <PlateColumns columns="minmax(0, 1fr) 348px">
          <ConfiguredPlate
            run={run}
            editor={editor}
            assays={assays}
            state={state}
            selection={selection}
            onAction={(action) => {
              setTyped(null);
              act(action);
            }}
            positions={positions}
            fillOrder={fillOrder}
            onFillOrder={setFillOrder}
            onKey={onPlateKey}
            gridRef={grid}
            isLocked={isLocked}
          />
          <WellPanel
            panelRef={panel}
            run={run}
            assays={assays}
            editor={editor}
            state={state}
            positions={positions}
            nameRef={nameRef}
            quickRef={quickRef}
            typed={typed}
            quickSearch={quickSearch}
            onQuickSearch={setQuickSearch}
            onNameDone={() => {
              const from = positionOfPlace(selection.focus);
              const next = from && nextInOrder(from, { plateType: run.plateType, order: fillOrder });
              if (next) select([next]);
              setTimeout(() => {
                focusPlate(grid.current);
              });
            }}
            onClose={() => {
              act({ type: 'none' });
              focusPlate(grid.current);
            }}
            onBack={() => {
              focusPlate(grid.current);
            }}
            onMissing={showMissing}
            onQuickPick={(change) => {
              setQuickSearch('');
              void editor.change(positions, change).then((done) => {
                if (done) focusPlate(grid.current);
              });
            }}
            firstWell={positions[0] === undefined ? EMPTY_WELL : (plate.get(positions[0]) ?? EMPTY_WELL)}
            isLocked={isLocked}
          />
        </PlateColumns>
      </Screen>
    </div>
  );
}

/** The order of the fields is that of the rule: kit, lot, buffer, type, expected result. */
function focusField(panel: HTMLElement | null, { item }: MissingItem): void {
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
