import type { ChannelName, KitStatus } from '@curvewell/domain';
import { useState } from 'react';

import { type ConfigurationPlace, type Configured, useSaveKit } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { ApiProblem, hasCode } from '../../shared/api/api-problem.ts';
import { otherEditOf, type OtherEdit } from '../../shared/ui/alerts/stale-alert.tsx';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { type KitDraft, savedSettings } from './draft/kit-draft.ts';

/** Saves changed channels or the status. A conflict keeps the draft. */
export function useSave({ place, base }: { readonly place: ConfigurationPlace; readonly base: Configured }) {
  const { mutateAsync, isPending } = useSaveKit();
  const [other, setOther] = useState<OtherEdit | null>(null);
  const { kit, id, revision, version } = base.kitVersion;
  const named = {
    kit: { id: kit.id },
    kitVersion: { id, revision },
    reactionBuffer: { id: place.reactionBufferId },
    analyser: { id: place.analyserId },
  };

  async function send(body: Parameters<typeof mutateAsync>[0]['body']) {
    try {
      return await mutateAsync({ place, body });
    } catch (error) {
      if (hasCode(error, 'stale') && error instanceof ApiProblem) setOther(otherEditOf(error));
      else toastError(text.kits.footer.notUpdated, error);
      return null;
    }
  }

  return {
    isPending,
    /** The user who saved meanwhile; null if there is no conflict. */
    other,
    settle: () => setOther(null),
    save: async (draft: KitDraft, channels: readonly ChannelName[]) => {
      const answer = await send({ ...named, ...savedSettings(draft, channels) });
      if (answer) toastSuccess(text.kits.footer.updated(kit.name, version));
      return answer;
    },
    saveStatus: async (status: KitStatus, reason: string) => {
      const answer = await send({ ...named, status, ...(reason.trim() !== '' && { statusReason: reason }) });
      if (answer) toastSuccess(text.kits.statusWhy.changed(status));
      return answer;
    },
  };
}
