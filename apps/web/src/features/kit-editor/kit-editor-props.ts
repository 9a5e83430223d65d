import type { KitRun } from '@curvewell/contracts';
import type { KitStatus } from '@curvewell/domain';
import type { Ref } from 'react';

import type { ConfigurationPlace, Configured } from '../../data/kits.ts';
import type { WhatIfKitView } from '../../shared/what-if-kit.ts';
import type { ChosenPlace } from './place/use-place.ts';

/** What the selectors ask of the editor below them. */
export interface EditorHandle {
  readonly mayLeave: () => Promise<boolean>;
  readonly askStatus: (status: KitStatus) => void;
}

export interface KitEditorProps {
  readonly place: ConfigurationPlace;
  readonly chosen: ChosenPlace;
  readonly configured: Configured;
  /** What is stored by now; rejects where it cannot be had. */
  readonly loadTheirs: () => Promise<Configured | null>;
  /** With this kit and buffer on this analyser, newest first. */
  readonly runs: readonly KitRun[];
  /** Further ones of this analyser. */
  readonly otherRuns: readonly KitRun[];
  readonly handle: Ref<EditorHandle>;
  /** Shows the settings tried on past runs. */
  readonly WhatIf: WhatIfKitView;
}
