import type { MissingControl, MissingItem, PlateDoubt, Position, Run, Well } from '@curvewell/domain';
import { createContext, use, type RefObject } from 'react';

import type { KitAssay } from '../../data/kits.ts';
import type { SelectionAction } from '../plate/selection/well-selection.ts';
import type { Comparison } from './compare/use-comparison.ts';
import type { PlateDraft } from './draft/plate-draft.ts';
import type { PlateEditor } from './draft/use-plate-editor.ts';
import type { FillOrder } from './fill-order.ts';
import type { PlateState } from './missing-settings.ts';

/** Adds a lot to a kit version and to the run; null if that failed. */
export type AddLot = (kitVersionId: string, name: string) => Promise<Well['lot']>;

/** Shared by the parts of step 2. Excludes the selection, which changes with every key press. */
export interface PlateSetup {
  readonly run: Run;
  readonly assays: readonly KitAssay[];
  readonly editor: PlateEditor;
  /** The comparison with another user's plate, while open. */
  readonly comparison: Comparison | null;
  readonly compare: () => void;
  /** The shown plate: the editor's, or the merged one of a comparison. */
  readonly plate: PlateDraft;
  readonly state: PlateState;
  /** Doubts to confirm before the start. */
  readonly doubts: readonly PlateDoubt[];
  /** Required controls that the plate lacks. */
  readonly lacking: readonly MissingControl[];
  readonly fillOrder: FillOrder;
  readonly setFillOrder: (order: FillOrder) => void;
  /** The plate is being saved or compared, or can no longer be configured. */
  readonly isLocked: boolean;
  readonly isSaving: boolean;
  readonly canStart: boolean;
  readonly start: () => void;
  readonly saveCompared: () => void;
  /** null without the permission. */
  readonly addLot: AddLot | null;
  /** Changes the selection and clears the last announcement. */
  readonly act: (action: SelectionAction) => void;
  /** Selects the wells with a missing field and focuses that field. */
  readonly showMissing: (wells: readonly Position[], item: MissingItem) => void;
  readonly quickSearch: string;
  readonly setQuickSearch: (search: string) => void;
  /** Focuses Quick fill with the typed text. */
  readonly openQuickFill: (typed: string) => void;
  readonly backToPlate: () => void;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly panelRef: RefObject<HTMLElement | null>;
  readonly quickRef: RefObject<HTMLInputElement | null>;
}

export const PlateSetupContext = createContext<PlateSetup | null>(null);

export function usePlateSetup(): PlateSetup {
  const setup = use(PlateSetupContext);
  if (!setup) throw new Error('There is no plate set up here.');
  return setup;
}
