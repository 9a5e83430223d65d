import type { WhatIfRequest } from '@curvewell/contracts';
import type { DiagnosticColor } from '@curvewell/domain';
import type { ComponentType, ReactNode } from 'react';

/** Where the settings of a request belong. */
export type WhatIfPlace = Pick<WhatIfRequest, 'kitId' | 'kitVersionId' | 'reactionBufferId' | 'analyserId'>;
/** The runs that a request evaluates. */
export type RunChoice = Pick<WhatIfRequest, 'last' | 'status' | 'from' | 'samples' | 'controls'>;
/** Every setting of a request: all that is neither its place nor its runs. */
export type WhatIfSettings = Omit<WhatIfRequest, keyof WhatIfPlace | keyof RunChoice>;

/** The settings of a kit version for a what-if evaluation, and the actions on them. */
export interface WhatIfKit {
  /** Name of the version. */
  readonly version: string;
  readonly names: Readonly<Record<'kit' | 'buffer' | 'analyser', string>>;
  readonly place: WhatIfPlace;
  /** Its channels are null if a number is missing. */
  readonly settings: Omit<WhatIfSettings, 'channels'> & {
    readonly channels: WhatIfSettings['channels'] | null;
  };
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
