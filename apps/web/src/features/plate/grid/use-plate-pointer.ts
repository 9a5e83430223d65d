import type { Position } from '@curvewell/domain';
import { useRef, type PointerEvent } from 'react';

import type { useWellHoverCard } from '../card/well-hover-card.tsx';
import { positionOfPlace, type GridPlace, type SelectionAction } from '../selection/well-selection.ts';

interface PlatePointer {
  readonly onAction: (action: SelectionAction) => void;
  readonly onHover: ((position: Position | null) => void) | undefined;
  readonly card: ReturnType<typeof useWellHoverCard>;
}

interface PlatePointerHandlers {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerOver: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerLeave: () => void;
}

function cellOf(event: PointerEvent): { readonly place: GridPlace; readonly element: HTMLElement } | null {
  const element = event.target instanceof Element ? event.target.closest('[data-row]') : null;
  if (!(element instanceof HTMLElement)) return null;
  const { row, column } = element.dataset;
  return { place: { row: Number(row), column: Number(column) }, element };
}

function wellOf(cell: ReturnType<typeof cellOf>) {
  const position = cell && positionOfPlace(cell.place);
  return cell && position !== null ? { position, element: cell.element } : null;
}

/** Clicks, drags and hover on the plate, from one listener on the grid. */
export function usePlatePointer({ onAction, onHover, card }: PlatePointer): PlatePointerHandlers {
  const dragged = useRef(false);
  return {
    onPointerDown: (event) => {
      const cell = cellOf(event);
      if (!cell || event.button !== 0) return;
      card.close();
      dragged.current = !event.shiftKey && !event.ctrlKey && !event.metaKey;
      onAction({
        type: 'click',
        place: cell.place,
        ctrl: event.ctrlKey || event.metaKey,
        shift: event.shiftKey,
      });
    },
    onPointerOver: (event) => {
      const cell = cellOf(event);
      if (!cell) return;
      if (dragged.current && (event.buttons & 1) === 1) {
        onAction({ type: 'click', place: cell.place, ctrl: false, shift: true });
        return;
      }
      dragged.current = false;
      onHover?.(positionOfPlace(cell.place));
      card.rest(wellOf(cell));
    },
    onPointerMove: (event) => {
      // Scrolling under a resting pointer fires events without movement.
      if (event.movementX === 0 && event.movementY === 0) return;
      card.wake(wellOf(cellOf(event)));
    },
    onPointerLeave: () => {
      onHover?.(null);
      card.rest(null);
    },
  };
}
