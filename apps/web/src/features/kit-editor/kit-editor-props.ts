import type { KitRun } from '@curvewell/contracts';
import type { KitStatus } from '@curvewell/domain';
import type { Ref } from 'react';

import type { ConfigurationPlace, Configured } from '../../data/kits.ts';
import type { WhatIfKitView } from '../../shared/what-if-kit.ts';
import type { ChosenPlace } from './place/use-place.ts';

/** What the selectors above need from the editor. */
export interface EditorHandle {
  readonly mayLeave: () => Promise<boolean>;
  readonly askStatus: (status: KitStatus) => void;
}

export interface KitEditorProps {
  readonly place: ConfigurationPlace;
  readonly chosen: ChosenPlace;
  readonly configured: Configured;
  /** Loads the stored settings; rejects if that fails. */
  readonly loadTheirs: () => Promise<Configured | null>;
  /** Runs with this kit and buffer on this analyser, newest first. */
  readonly runs: readonly KitRun[];
  /** Other runs of this analyser. */
  readonly otherRuns: readonly KitRun[];
  readonly handle: Ref<EditorHandle>;
  /** Shows the what-if evaluation. */
  readonly WhatIf: WhatIfKitView;
}
