import { channelNameSchema, inChannelOrder } from '@curvewell/domain';
import { useEffect, useMemo } from 'react';

import { channelsIn, type KitDraft } from './draft/kit-draft.ts';
import type { KitEditorProps } from './kit-editor-props.ts';

interface Edited extends Pick<KitEditorProps, 'onChannels'> {
  readonly saved: KitDraft;
  readonly draft: KitDraft;
  readonly isLocked: boolean;
}

/** Reports the channels of a version when they change, which is seldom: a draft changes with each step of a drag. */
export function useReportedChannels({ saved, draft, isLocked, onChannels }: Edited): void {
  const inDraft = channelsIn(draft);
  const used = inChannelOrder([...channelsIn(saved), ...inDraft]).join(' ');
  const removable = isLocked ? '' : inDraft.join(' ');
  const channels = useMemo(
    () => ({ used: channelsOf(used), removable: channelsOf(removable) }),
    [used, removable],
  );
  useEffect(() => onChannels(channels), [channels, onChannels]);
}

const channelsOf = (names: string) =>
  channelNameSchema.options.filter((name) => names.split(' ').includes(name));
