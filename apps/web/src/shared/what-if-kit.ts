import type { WhatIfRequest } from '@curvewell/contracts';
import type { DiagnosticColor } from '@curvewell/domain';
import type { ComponentType, ReactNode } from 'react';

/** Settings of a kit that are tried on past runs, and what can be done with them. */
export interface WhatIfKit {
  /** Of the version. */
  readonly version: string;
  readonly names: Readonly<Record<'kit' | 'buffer' | 'analyser', string>>;
  readonly place: Pick<WhatIfRequest, 'kitId' | 'kitVersionId' | 'reactionBufferId' | 'analyserId'>;
  /** Null: a number is missing. */
  readonly channels: WhatIfRequest['channels'] | null;
  readonly outsideDiagnostic: WhatIfRequest['outsideDiagnostic'];
  readonly tmShift: WhatIfRequest['tmShift'];
  readonly meltTemplates: WhatIfRequest['meltTemplates'];
  readonly diagnostics: readonly DiagnosticColor[];
  /** In what they differ from another version. */
  readonly differences: ReactNode;
  readonly onBack: () => void;
  /** Saves them; null: there is nothing to save, or nobody may. */
  readonly onSave: (() => void) | null;
  readonly isSaving: boolean;
}

/** What shows a trial; a screen says which. */
export type WhatIfKitView = ComponentType<WhatIfKit>;
