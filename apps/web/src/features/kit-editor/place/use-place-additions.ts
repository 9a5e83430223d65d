import type { KitConfiguration } from '@curvewell/domain';

import { type NewKit, useCreateKit } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import { hasCode } from '../../../shared/api/api-problem.ts';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import type { ChosenPlace } from './use-place.ts';

const { kits, step1 } = text;

/** The suggested name of the next version: v and its number. */
export const nextVersion = (count: number): string => `v${count + 1}`;

/** Creates kits, versions and buffers and selects them. */
export function usePlaceAdditions({ kit, version, versions, analyser, choose }: ChosenPlace) {
  const { mutateAsync, isPending } = useCreateKit();
  const onAnalyser = analyser && { id: analyser.id };

  async function create(
    body: NewKit,
    words: { readonly failed: string; readonly notAdded: string; readonly taken: string },
  ): Promise<KitConfiguration | null> {
    try {
      return await mutateAsync(body);
    } catch (error) {
      if (hasCode(error, 'name-taken')) toastError(words.notAdded, new Error(words.taken));
      else toastError(words.failed, error);
      return null;
    }
  }

  const confirmCreated = ({ kitVersion }: KitConfiguration): void =>
    toastSuccess(kits.footer.created(kitVersion.kit.name, kitVersion.version));

  return {
    isPending,
    addKit: async (name: string) => {
      const made = await create(
        { kit: { name }, kitVersion: { version: nextVersion(0) }, analyser: onAnalyser },
        { failed: kits.footer.notCreated, notAdded: step1.kitNotAdded, taken: step1.sameName('Kit') },
      );
      if (made === null) return;
      confirmCreated(made);
      choose({ kit: made.kitVersion.kit.id, version: made.kitVersion.id, buffer: null, channel: null });
    },
    addVersion: async (name = nextVersion(versions.length)) => {
      if (kit === null) return;
      const made = await create(
        {
          kit: { id: kit.id },
          kitVersion: { version: name, ...(version && { copyOf: version.id }) },
          analyser: onAnalyser,
        },
        {
          failed: kits.footer.notCreated,
          notAdded: step1.versionNotAdded,
          taken: step1.sameName('Kit Version'),
        },
      );
      if (made === null) return;
      confirmCreated(made);
      choose({ version: made.kitVersion.id });
    },
    addBuffer: async (name: string) => {
      if (kit === null || version === null) return;
      const made = await create(
        {
          kit: { id: kit.id },
          kitVersion: { id: version.id, revision: version.revision },
          reactionBuffer: { name },
          analyser: onAnalyser,
        },
        {
          failed: step1.bufferNotAdded,
          notAdded: step1.bufferNotAdded,
          taken: step1.sameName('Reaction Buffer'),
        },
      );
      if (made?.reactionBuffer) choose({ buffer: made.reactionBuffer.id });
    },
  };
}
