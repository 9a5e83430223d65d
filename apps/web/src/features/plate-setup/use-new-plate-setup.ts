import { lotDay, type MissingItem, plateDoubts, type Position, type Run } from '@curvewell/domain';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { useMe } from '../../data/identity.ts';
import type { KitAssay } from '../../data/kits.ts';
import { useStable } from '../../shared/hooks/use-stable.ts';
import { focusPlate } from '../plate/grid/plate-grid.tsx';
import type { SelectionAction } from '../plate/selection/well-selection.ts';
import { expectedChannels } from './assay-choices.ts';
import { useComparison } from './compare/use-comparison.ts';
import { confirmStart } from './doubt-rows.tsx';
import { usePlateEditor } from './draft/use-plate-editor.ts';
import type { FillOrder } from './fill-order.ts';
import { missingControlItems } from './missing-control-items.ts';
import { plateState } from './missing-settings.ts';
import { focusField } from './panel/well-panel.tsx';
import type { AddLot, PlateSetup } from './plate-setup-context.ts';
import { type ChosenWells, useSetupSelection } from './use-setup-selection.ts';
import { useStartRun } from './use-start-run.ts';

interface NewPlateSetup {
  readonly run: Run;
  readonly assays: readonly KitAssay[];
  /** Creates a lot of a kit version; null without the permission. */
  readonly makeLot: AddLot | null;
}

/** The kit versions whose wells with one name are one sample. */
const replicateVersions = ({ kits }: Run): ReadonlySet<string> =>
  new Set(kits.flatMap(({ hasReplicates, kitVersion }) => (hasReplicates === true ? [kitVersion.id] : [])));

/** Creates the state that the parts of step 2 share, and the selection. */
export function useNewPlateSetup({ run, assays, makeLot }: NewPlateSetup): {
  readonly setup: PlateSetup;
  readonly chosen: ChosenWells;
} {
  const { preferredUsername: userId } = useMe();
  const editor = usePlateEditor(run, userId);
  const { comparison, begin } = useComparison(editor);
  const runner = useStartRun(run, editor);
  const [fillOrder, setFillOrder] = useState<FillOrder>('row');
  const chosen = useSetupSelection(run, fillOrder);
  const [quickSearch, setQuickSearch] = useState('');
  const gridRef = useRef<HTMLDivElement>(null);
  const panelRef = useRef<HTMLElement>(null);
  const quickRef = useRef<HTMLInputElement>(null);

  const plate = comparison?.plate ?? editor.plate;
  const state = useMemo(
    () => plateState(plate, (well) => expectedChannels(run, { well, assays })),
    [plate, run, assays],
  );
  const { sameNameIsReplicate } = run.rules;
  const doubts = useMemo(
    () =>
      plateDoubts(plate, {
        day: lotDay(run),
        sameNameIsReplicate,
        replicateVersions: replicateVersions(run),
      }),
    [plate, run, sameNameIsReplicate],
  );
  const lacking = useMemo(() => missingControlItems(run, plate), [run, plate]);
  const isSaving = runner.isPending;
  const isLocked = isSaving || comparison !== null || !run.permissions.canConfigure;
  const isReady = state.setCount > 0 && state.completeCount === state.setCount;
  const canStart = isReady && !isLocked && editor.conflict === null;

  const act = useStable((action: SelectionAction): void => {
    editor.announce(null);
    chosen.store.act(action);
  });
  const showMissing = useShowMissing({
    panel: panelRef,
    isShown: chosen.isShown,
    onSelect: (wells) => act({ type: 'set', wells }),
  });
  const compare = useStable(begin);
  const start = useStable((): void => {
    void confirmStart({ doubts, lacking }).then((isSure) => {
      if (isSure) void runner.start();
    });
  });
  const saveCompared = useStable((): void => {
    if (comparison) void runner.saveCompared(comparison.plate, comparison.revision);
  });
  const addLot = useStable<Parameters<AddLot>, ReturnType<AddLot>>(async (kitVersionId, name) => {
    const lot = (await makeLot?.(kitVersionId, name)) ?? null;
    return lot && (await runner.putLot(kitVersionId, lot.id)) ? lot : null;
  });
  const openQuickFill = useStable((typed: string): void => {
    flushSync(() => setQuickSearch(typed));
    quickRef.current?.focus();
  });
  const backToPlate = useStable((): void => focusPlate(gridRef.current));
  const mayAddLot = makeLot !== null;

  const setup = useMemo<PlateSetup>(
    () => ({
      run,
      assays,
      editor,
      comparison,
      compare,
      plate,
      state,
      doubts,
      lacking,
      fillOrder,
      setFillOrder,
      isLocked,
      isSaving,
      canStart,
      start,
      saveCompared,
      act,
      showMissing,
      addLot: mayAddLot ? addLot : null,
      quickSearch,
      setQuickSearch,
      openQuickFill,
      backToPlate,
      gridRef,
      panelRef,
      quickRef,
    }),
    [
      run,
      assays,
      editor,
      comparison,
      compare,
      plate,
      state,
      doubts,
      lacking,
      fillOrder,
      isLocked,
      isSaving,
      canStart,
      start,
      saveCompared,
      act,
      showMissing,
      mayAddLot,
      addLot,
      quickSearch,
      openQuickFill,
      backToPlate,
    ],
  );
  return { setup, chosen };
}

interface ShowMissing {
  readonly panel: RefObject<HTMLElement | null>;
  /** Whether the panel already shows the selected wells. */
  readonly isShown: () => boolean;
  readonly onSelect: (wells: readonly Position[]) => void;
}

function useShowMissing({ panel, isShown, onSelect }: ShowMissing) {
  const wanted = useRef<MissingItem | null>(null);
  // Runs after every render: the panel follows the selection a moment later.
  useEffect(() => {
    if (wanted.current === null || !isShown()) return;
    focusField(panel.current, wanted.current);
    wanted.current = null;
  });

  return useStable((wells: readonly Position[], item: MissingItem): void => {
    wanted.current = item;
    onSelect(wells);
  });
}
