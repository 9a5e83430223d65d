import type { KitRun } from '@curvewell/contracts';
import type { ChannelName, KitStatus } from '@curvewell/domain';
import type { Ref } from 'react';

import type { ConfigurationPlace, Configured } from '../../data/kits.ts';
import type { WhatIfKitView } from '../../shared/what-if-kit.ts';
import type { ChosenPlace } from './place/use-place.ts';

/** What the selectors above need from the editor. */
export interface EditorHandle {
  readonly mayLeave: () => Promise<boolean>;
  readonly askStatus: (status: KitStatus) => void;
  /** Removes the phases and rules of a channel from the draft, which can be undone. */
  readonly removeChannel: (channel: ChannelName) => void;
}

export interface EditedChannels {
  /** With settings in the draft, or stored. */
  readonly used: readonly ChannelName[];
  /** Those that can be removed; none if the version is locked. */
  readonly removable: readonly ChannelName[];
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
  /** Reports the channels with settings in the draft or stored, and whether they can be changed. */
  readonly onChannels: (channels: EditedChannels) => void;
  /** Shows the what-if evaluation. */
  readonly WhatIf: WhatIfKitView;
}
