import type { Position } from '@curvewell/domain';
import { useState } from 'react';
import { flushSync } from 'react-dom';

import type { CellStep } from '../../plate/grid/cell-input.tsx';
import { besideInRow, nextInOrder } from '../fill-order.ts';
import { usePlateSetup } from '../plate-setup-context.ts';

interface Naming {
  readonly position: Position;
  readonly text: string;
}

interface CellNaming {
  readonly onName: (position: Position, name: string) => void;
  readonly onSelect: (position: Position) => void;
}

/** Typing names on the plate: Enter moves on in fill order, Tab to the right, Escape cancels. */
export function useCellNaming({ onName, onSelect }: CellNaming) {
  const { run, fillOrder: order, backToPlate } = usePlateSetup();
  const { plateType } = run;
  const [naming, begin] = useState<Naming | null>(null);

  const goTo = (position: Position | null): void => {
    flushSync(() => {
      begin(null);
      if (position !== null) onSelect(position);
    });
    // Synchronously: a barcode scanner sends the next character within milliseconds.
    backToPlate();
  };
  return {
    naming,
    begin,
    keep: ({ position, text }: Naming, step: CellStep): void => {
      onName(position, text);
      if (step === 'stay') begin(null);
      else if (step === 'next') goTo(nextInOrder(position, { plateType, order }));
      else goTo(besideInRow(position, { plateType, by: step === 'right' ? 1 : -1 }));
    },
    revert: (): void => goTo(null),
  };
}
