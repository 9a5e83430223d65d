import type { WhatIfRequest } from '@curvewell/contracts';
import type { DiagnosticColor } from '@curvewell/domain';
import type { ComponentType, ReactNode } from 'react';

/** The settings of a kit version for a what-if evaluation, and the actions on them. */
export interface WhatIfKit {
  /** Name of the version. */
  readonly version: string;
  readonly names: Readonly<Record<'kit' | 'buffer' | 'analyser', string>>;
  readonly place: Pick<WhatIfRequest, 'kitId' | 'kitVersionId' | 'reactionBufferId' | 'analyserId'>;
  /** Null if a number is missing. */
  readonly channels: WhatIfRequest['channels'] | null;
  readonly outsideDiagnostic: WhatIfRequest['outsideDiagnostic'];
  readonly tmShift: WhatIfRequest['tmShift'];
  readonly meltTemplates: WhatIfRequest['meltTemplates'];
  readonly curveShapes: WhatIfRequest['curveShapes'];
  readonly amplification: WhatIfRequest['amplification'];
  readonly replicates: WhatIfRequest['replicates'];
  readonly channelRules: WhatIfRequest['channelRules'];
  readonly diagnostics: readonly DiagnosticColor[];
  /** The differences from another version. */
  readonly differences: ReactNode;
  readonly onBack: () => void;
  /** Saves the settings; null if they are saved already or the user may not save. */
  readonly onSave: (() => void) | null;
  readonly isSaving: boolean;
}

/** The component that shows an evaluation; the screen chooses it. */
export type WhatIfKitView = ComponentType<WhatIfKit>;
