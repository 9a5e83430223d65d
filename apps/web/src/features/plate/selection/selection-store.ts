import type { PlateType, Position } from '@curvewell/domain';

import { observable, type Observable } from '../../../shared/hooks/observable.ts';
import {
  NOTHING_SELECTED,
  wellSelectionReduce,
  type SelectionAction,
  type WellSelection,
} from './well-selection.ts';

type IsSelectable = (position: Position) => boolean;

/** Stored outside React: a key press changes two of 384 wells, and only these re-render. */
export interface SelectionStore extends Pick<Observable<WellSelection>, 'get' | 'subscribe'> {
  readonly act: (action: SelectionAction) => void;
  /** Changes which wells can be selected. */
  readonly allow: (isSelectable: IsSelectable) => void;
}

interface NewSelection {
  readonly plateType: PlateType;
  readonly isSelectable: IsSelectable;
  /** Initial selection. */
  readonly wells?: Iterable<Position>;
}

export function selectionStore({ plateType, wells = [], ...rule }: NewSelection): SelectionStore {
  const { get, set, subscribe } = observable(NOTHING_SELECTED);
  let plate = { plateType, ...rule };
  const act = (action: SelectionAction): void => set(wellSelectionReduce(plate, { state: get(), action }));
  act({ type: 'set', wells });
  return {
    get,
    subscribe,
    act,
    allow: (isSelectable) => {
      plate = { plateType, isSelectable };
    },
  };
}
