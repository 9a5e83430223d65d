import type {
  ChannelName,
  DiagnosticColor,
  EvaluatedSettings,
  ExpressionSettings,
  PhaseType,
} from '@curvewell/domain';
import { createContext, use } from 'react';

import type { PhaseLines } from './charts/phase-lines.ts';
import type { DraftIssue } from './draft/draft-issues.ts';
import type { ChannelDraft, VersionDraft } from './draft/kit-draft.ts';
import type { Evaluated } from './evaluated.ts';
import type { SearchedWells } from './threshold/searched-wells.ts';

/** The item being edited; its curves and numbers are highlighted. */
export type Focus =
  | {
      readonly kind: 'edge';
      readonly phase: PhaseType;
      readonly zone: number;
      readonly edge: 'minTemp' | 'maxTemp';
    }
  | { readonly kind: 'threshold'; readonly phase: PhaseType; readonly zone: number | null }
  | { readonly kind: 'rule'; readonly label: string };

export interface EvaluatedTrial {
  readonly runId: string;
  readonly settings: EvaluatedSettings;
}

/** Wells of the shown run to compare shapes with, as if they were standards. Neither stored nor part of the kit. */
export type TriedReferences = NonNullable<EvaluatedSettings['triedReferences']>;

/** Shared by the parts of the editor. */
export interface KitEditing {
  readonly kit: { readonly id: string; readonly name: string };
  readonly channel: ChannelName;
  /** The channels of the draft with settings. */
  readonly channels: readonly ChannelName[];
  readonly draft: ChannelDraft;
  /** The stored channel. */
  readonly saved: ChannelDraft;
  /** Settings for all channels. */
  readonly version: VersionDraft;
  readonly isLocked: boolean;
  /** Of this channel and of the version. */
  readonly issues: readonly DraftIssue[];
  readonly diagnostics: readonly DiagnosticColor[];
  /** The possible comparisons of the channel's zones. */
  readonly expressions: readonly ExpressionSettings[];
  /** Null without a run or before its evaluation. */
  readonly evaluated: Evaluated | null;
  /** The curves of the run by phase; null without a run or while loading. */
  readonly curves: ReadonlyMap<PhaseType, PhaseLines> | null;
  /** The wells of the run without a threshold; null without a run, while loading, or if nothing may be edited. */
  readonly searched: SearchedWells | null;
  /** The evaluated run with the settings of the draft; null without a run or a phase. */
  readonly trial: EvaluatedTrial | null;
  /** The run to link wells to; null if it has no well of the kit. */
  readonly runId: string | null;
  readonly tried: TriedReferences;
  readonly onTried: (tried: TriedReferences) => void;
  readonly focus: Focus | null;
  readonly onFocus: (focus: Focus | null) => void;
  /** Changes with the same `about` are merged into one undo step. */
  readonly edit: (change: (channel: ChannelDraft) => ChannelDraft, about?: string) => void;
  readonly editVersion: (change: (version: VersionDraft) => VersionDraft, about: string | null) => void;
}

export const KitEditingContext = createContext<KitEditing | null>(null);

export function useKitEditing(): KitEditing {
  const editing = use(KitEditingContext);
  if (editing === null) throw new Error('outside of the kit editor');
  return editing;
}
