import type { Trial } from '@curvewell/contracts';
import type { DiagnosticColor } from '@curvewell/domain';
import type { ComponentType, ReactNode } from 'react';

/** Settings of a kit that are tried on past runs, and what can be done with them. */
export interface TriedKit {
  /** Of the version. */
  readonly version: string;
  readonly names: Readonly<Record<'kit' | 'buffer' | 'analyser', string>>;
  readonly place: Pick<Trial, 'kitId' | 'kitVersionId' | 'reactionBufferId' | 'analyserId'>;
  /** Null: a number is missing. */
  readonly channels: Trial['channels'] | null;
  readonly outsideDiagnostic: Trial['outsideDiagnostic'];
  readonly tmShift: Trial['tmShift'];
  readonly meltTemplates: Trial['meltTemplates'];
  readonly diagnostics: readonly DiagnosticColor[];
  /** In what they differ from another version. */
  readonly differences: ReactNode;
  readonly onBack: () => void;
  /** Saves them; null: there is nothing to save, or nobody may. */
  readonly onSave: (() => void) | null;
  readonly isSaving: boolean;
}

/** What shows a trial; a screen says which. */
export type TriedKitView = ComponentType<TriedKit>;
