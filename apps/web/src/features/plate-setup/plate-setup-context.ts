import type { MissingControl, MissingItem, PlateDoubt, Position, Run, Well } from '@curvewell/domain';
import { createContext, use, type RefObject } from 'react';

import type { KitAssay } from '../../data/kits.ts';
import type { SelectionAction } from '../plate/selection/well-selection.ts';
import type { Comparison } from './compare/use-comparison.ts';
import type { PlateDraft } from './draft/plate-draft.ts';
import type { PlateEditor } from './draft/use-plate-editor.ts';
import type { FillOrder } from './fill-order.ts';
import type { PlateState } from './what-is-missing.ts';

/** Adds a lot to a kit version and to the run; null: it was not added. */
export type AddLot = (kitVersionId: string, name: string) => Promise<Well['lot']>;

/**
 * What the parts of step 2 share. Which wells are selected is none of it: that changes with every key, and
 * only the plate answers at once.
 */
export interface PlateSetup {
  readonly run: Run;
  readonly assays: readonly KitAssay[];
  readonly editor: PlateEditor;
  /** My plate beside another's, while they are compared. */
  readonly comparison: Comparison | null;
  readonly compare: () => void;
  /** What is shown: the editor's plate, or two compared ones. */
  readonly plate: PlateDraft;
  readonly state: PlateState;
  /** What to look at before the plate is started. */
  readonly doubts: readonly PlateDoubt[];
  /** Controls that are requested, and not on the plate. */
  readonly lacking: readonly MissingControl[];
  readonly fillOrder: FillOrder;
  readonly setFillOrder: (order: FillOrder) => void;
  /** It is being saved or compared, or can no longer be configured. */
  readonly isLocked: boolean;
  readonly isSaving: boolean;
  readonly canStart: boolean;
  readonly start: () => void;
  readonly saveCompared: () => void;
  /** null: without the permission to. */
  readonly addLot: AddLot | null;
  /** Changes the selection; the last announcement is out of date then. */
  readonly act: (action: SelectionAction) => void;
  /** Selects the wells that lack something, and focuses its field. */
  readonly showMissing: (wells: readonly Position[], item: MissingItem) => void;
  readonly quickSearch: string;
  readonly setQuickSearch: (search: string) => void;
  /** Goes to Quick fill with what was typed. */
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
