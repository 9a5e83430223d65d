import { platePositions, type Position } from '@curvewell/domain';
import { useState, type DragEvent } from 'react';

import { useStable } from '../../../shared/hooks/use-stable.ts';
import { positionOfPlace } from '../../plate/selection/well-selection.ts';
import { inFillOrder } from '../fill-order.ts';
import { usePlateSetup } from '../plate-setup-context.ts';
import type { ChosenWells } from '../use-setup-selection.ts';

interface OpenedWorkList {
  /** null until the user chooses one. */
  readonly file: File | null;
  /** Target wells for rows without a position. */
  readonly slots: readonly Position[];
  readonly isSelection: boolean;
}

/** Opens the work list dialog for a dropped file, or to choose a file. */
export function useWorkListDrop({ store, ordered }: Pick<ChosenWells, 'store' | 'ordered'>) {
  const { run, fillOrder, isLocked } = usePlateSetup();
  const [opened, setOpened] = useState<OpenedWorkList | null>(null);

  const open = useStable((file: File | null): void => {
    if (isLocked) return;
    const selected = ordered();
    const isSelection = selected.length > 1;
    const all = inFillOrder(platePositions(run.plateType), { plateType: run.plateType, order: fillOrder });
    const from = all.indexOf(positionOfPlace(store.get().focus) ?? selected[0] ?? '');
    setOpened({ file, slots: isSelection ? selected : all.slice(Math.max(0, from)), isSelection });
  });
  const choose = useStable((): void => open(null));
  const drop = {
    onDragOver: useStable((event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    }),
    onDrop: useStable((event: DragEvent) => {
      const [file] = event.dataTransfer.files;
      if (file === undefined) return;
      event.preventDefault();
      open(file);
    }),
  };
  return {
    opened,
    choose,
    drop,
    close: (): void => setOpened(null),
  };
}
