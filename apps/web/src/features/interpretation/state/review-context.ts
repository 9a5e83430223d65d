import type { ChannelName, InterpretedWell, PhaseType, Position, Run } from '@curvewell/domain';
import {
  createContext,
  use,
  type Dispatch,
  type KeyboardEvent,
  type RefObject,
  type SetStateAction,
} from 'react';

import type { Scheme } from '../../../shared/colour/diagnostic-palette.ts';
import type { Observable } from '../../../shared/hooks/observable.ts';
import type { ChartKeys } from '../../curves/chart-keys.ts';
import type { Zooms } from '../../curves/zoom-sliders.tsx';
import type { SelectionStore } from '../../plate/selection/selection-store.ts';
import type { SelectionAction, WellSelection } from '../../plate/selection/well-selection.ts';
import type { PlateFact } from './plate-facts.ts';
import type { KitChoice, KitLevel, ReviewWell } from './review-wells.ts';
import type { BorderReview } from './use-border-review.ts';

export type PanelTab = 'wells' | 'plate' | 'comments' | 'export';

/** What the form of a diagnostic begins with: the reason of the change that counts, to be put in better words. */
export interface FormStart {
  readonly reason?: string;
}

/** A change that was just saved, and can be taken back for a while. */
export interface SavedChange {
  readonly changeId: string;
  readonly wellId: string;
  readonly position: Position;
  /** Of the new result. */
  readonly name: string;
  readonly reason: string | undefined;
}

export interface Updating extends FormStart {
  readonly position: Position;
  /** It was requested in the plate, where the focus goes back to. */
  readonly fromPlate: boolean;
}

/** What is reviewed. */
export interface ReviewOf {
  readonly run: Run;
  /** All analysed wells, of every channel. */
  readonly interpreted: readonly InterpretedWell[];
  readonly isArchived: boolean;
}

/** What the parts of a review share. */
export interface Review extends ReviewOf {
  readonly scheme: Scheme;
  readonly channels: readonly ChannelName[];
  readonly channel: ChannelName;
  readonly setChannel: (channel: ChannelName) => void;
  readonly byChannel: ReadonlyMap<ChannelName, readonly ReviewWell[]>;
  /** The analysed wells of the channel, in reading order. */
  readonly wells: readonly ReviewWell[];
  readonly byPosition: ReadonlyMap<Position, ReviewWell>;
  /** Of all channels. */
  readonly unresolved: readonly ReviewWell[];
  readonly goToUnresolved: (backwards: boolean) => void;
  readonly border: BorderReview;
  /** What is true of the whole plate, the most serious first. */
  readonly facts: readonly PlateFact[];
  /** What was checked, where there is nothing to report. */
  readonly calm: string;
  /** The fact whose wells are outlined on the plate. */
  readonly outlined: PlateFact | null;
  readonly outline: (key: string | null) => void;
  /** What is selected on the plate, at once. */
  readonly store: SelectionStore;
  /** The same a moment later, as all but the plate shows it. */
  readonly selection: WellSelection;
  readonly act: (action: SelectionAction) => void;
  readonly select: (wells: Iterable<Position>) => void;
  /** The selected ones, as curves and cards show them: a moment after the plate. */
  readonly selected: readonly ReviewWell[];
  /** Those of the selected wells, or else of all, that have the chosen kit, version and buffer. */
  readonly filtered: readonly ReviewWell[];
  readonly choices: readonly KitChoice[];
  /** What has to be chosen before there is anything to show. */
  readonly undecided: KitLevel | null;
  readonly choose: (level: KitLevel, id: string | null) => void;
  readonly phase: PhaseType;
  readonly setPhase: (phase: PhaseType) => void;
  readonly zooms: Zooms;
  readonly setZooms: Dispatch<SetStateAction<Zooms>>;
  /** The well whose curve is pointed at: at once, and a moment later. */
  readonly pointed: Observable<Position | null>;
  readonly hovered: Position | null;
  readonly hover: (position: Position | null) => void;
  readonly tab: PanelTab;
  readonly setTab: (tab: PanelTab) => void;
  /** The form that changes the diagnostic of the one selected well; null: it is not open. */
  readonly updating: Updating | null;
  /** Opens the form for the one selected well, or for another one that is then selected. */
  readonly update: (start?: FormStart, review?: ReviewWell) => void;
  readonly closeUpdate: () => void;
  /** What was changed last here. */
  readonly saved: SavedChange | null;
  readonly setSaved: (saved: SavedChange | null) => void;
  /** Keys of plate and chart. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly onButtonKey: (event: KeyboardEvent) => void;
  readonly onPanelKey: (event: KeyboardEvent) => void;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly panelRef: RefObject<HTMLElement | null>;
  readonly chartKeys: RefObject<ChartKeys | null>;
}

export const ReviewContext = createContext<Review | null>(null);

export function useReview(): Review {
  const review = use(ReviewContext);
  if (!review) throw new Error('There is no review here.');
  return review;
}
