import type { ChannelName, InterpretedWell, PhaseType, Position, Run } from '@curvewell/domain';
import { createContext, use, type KeyboardEvent, type RefObject } from 'react';

import type { Scheme } from '../../../shared/colour/diagnostic-palette.ts';
import type { Observable } from '../../../shared/hooks/observable.ts';
import type { SelectionStore } from '../../plate/selection/selection-store.ts';
import type { SelectionAction, WellSelection } from '../../plate/selection/well-selection.ts';
import type { PlateFact } from './plate-facts.ts';
import type { KitChoice, KitLevel } from './kit-filter.ts';
import type { ReviewWell } from './review-wells.ts';
import type { ChartState } from './use-chart-state.ts';
import type { BorderReview } from './use-border-review.ts';

export type PanelTab = 'wells' | 'plate' | 'comments' | 'export';

/** Start values of the diagnostic form, for editing the reason of the last override. */
export interface FormStart {
  readonly reason?: string;
}

/** The last saved override, which can be undone for a while. */
export interface SavedChange {
  readonly changeId: string;
  readonly wellId: string;
  readonly position: Position;
  /** Name of the new result. */
  readonly name: string;
  readonly reason: string | undefined;
}

export interface Updating extends FormStart {
  readonly position: Position;
  /** The form was opened from the plate, so the focus returns there. */
  readonly fromPlate: boolean;
}

/** The data under review. */
export interface ReviewOf {
  readonly run: Run;
  /** All analysed wells of all channels. */
  readonly interpreted: readonly InterpretedWell[];
  readonly isArchived: boolean;
}

/** Shared by the parts of a review. */
export interface Review extends ReviewOf, ChartState {
  readonly scheme: Scheme;
  readonly channels: readonly ChannelName[];
  readonly channel: ChannelName;
  readonly setChannel: (channel: ChannelName) => void;
  readonly byChannel: ReadonlyMap<ChannelName, readonly ReviewWell[]>;
  /** The analysed wells of the channel in reading order. */
  readonly wells: readonly ReviewWell[];
  readonly byPosition: ReadonlyMap<Position, ReviewWell>;
  /** In all channels. */
  readonly unresolved: readonly ReviewWell[];
  readonly goToUnresolved: (backwards: boolean) => void;
  readonly border: BorderReview;
  /** The facts about the whole plate, most severe first. */
  readonly facts: readonly PlateFact[];
  /** What was checked, if there are no findings. */
  readonly calm: string;
  /** The fact whose wells are outlined on the plate. */
  readonly outlined: PlateFact | null;
  readonly outline: (key: string | null) => void;
  /** The selection on the plate, updated immediately. */
  readonly store: SelectionStore;
  /** The selection for everything but the plate, updated after the next paint. */
  readonly selection: WellSelection;
  readonly act: (action: SelectionAction) => void;
  readonly select: (wells: Iterable<Position>) => void;
  /** The selected wells, as `selection`. */
  readonly selected: readonly ReviewWell[];
  /** The selected wells (or all) with the chosen kit, version and buffer. */
  readonly filtered: readonly ReviewWell[];
  readonly choices: readonly KitChoice[];
  /** What the user must choose before curves are shown. */
  readonly undecided: KitLevel | null;
  readonly choose: (level: KitLevel, id: string | null) => void;
  readonly phase: PhaseType;
  readonly setPhase: (phase: PhaseType) => void;
  /** The chart takes two thirds of the width, and the plate is small. */
  readonly isLarge: boolean;
  readonly toggleLarge: () => void;
  /** The well whose curve is under the pointer, immediately and after the next paint. */
  readonly pointed: Observable<Position | null>;
  readonly hovered: Position | null;
  readonly hover: (position: Position | null) => void;
  readonly tab: PanelTab;
  readonly setTab: (tab: PanelTab) => void;
  /** The open diagnostic form of the selected well; null if closed. */
  readonly updating: Updating | null;
  /** Opens the form for the selected well, or selects another well first. */
  readonly update: (start?: FormStart, review?: ReviewWell) => void;
  readonly closeUpdate: () => void;
  /** The last saved override. */
  readonly saved: SavedChange | null;
  readonly setSaved: (saved: SavedChange | null) => void;
  /** Handles keys of plate and chart. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly onButtonKey: (event: KeyboardEvent) => void;
  readonly onPanelKey: (event: KeyboardEvent) => void;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly panelRef: RefObject<HTMLElement | null>;
}

export const ReviewContext = createContext<Review | null>(null);

export function useReview(): Review {
  const review = use(ReviewContext);
  if (!review) throw new Error('There is no review here.');
  return review;
}
