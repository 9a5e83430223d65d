import type { ChannelName, DiagnosticColor, ExpressionSettings, PhaseType } from '@curvewell/domain';
import { createContext, use } from 'react';

import type { PhaseLines } from './charts/phase-lines.ts';
import type { DraftIssue } from './draft/draft-issues.ts';
import type { ChannelDraft, VersionDraft } from './draft/kit-draft.ts';
import type { Evaluated } from './evaluated.ts';

/** What somebody works at: its curves and figures come to the front. */
export type Focus =
  | {
      readonly kind: 'edge';
      readonly phase: PhaseType;
      readonly zone: number;
      readonly edge: 'minTemp' | 'maxTemp';
    }
  | { readonly kind: 'threshold'; readonly phase: PhaseType; readonly zone: number | null }
  | { readonly kind: 'rule'; readonly label: string };

/** What the parts of the editor share. */
export interface KitEditing {
  readonly kit: { readonly id: string; readonly name: string };
  readonly channel: ChannelName;
  readonly draft: ChannelDraft;
  /** The channel as it is stored. */
  readonly saved: ChannelDraft;
  /** What holds in all channels. */
  readonly version: VersionDraft;
  readonly isLocked: boolean;
  /** Of this channel, and of the version. */
  readonly issues: readonly DraftIssue[];
  readonly diagnostics: readonly DiagnosticColor[];
  /** What zones of the channel can be compared by. */
  readonly expressions: readonly ExpressionSettings[];
  /** Null: no run, or it is not evaluated yet. */
  readonly evaluated: Evaluated | null;
  /** The curves of the run by phase; null: no run, or they are not there yet. */
  readonly curves: ReadonlyMap<PhaseType, PhaseLines> | null;
  /** Where the wells that are evaluated can be looked at; null: the run holds no well of the kit. */
  readonly runId: string | null;
  readonly focus: Focus | null;
  readonly onFocus: (focus: Focus | null) => void;
  /** `about`: another change of the same is one step with it. */
  readonly edit: (change: (channel: ChannelDraft) => ChannelDraft, about?: string) => void;
  readonly editVersion: (change: (version: VersionDraft) => VersionDraft, about: string | null) => void;
}

export const KitEditingContext = createContext<KitEditing | null>(null);

export function useKitEditing(): KitEditing {
  const editing = use(KitEditingContext);
  if (editing === null) throw new Error('outside of the kit editor');
  return editing;
}
