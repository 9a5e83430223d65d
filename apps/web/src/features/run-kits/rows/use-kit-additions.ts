import type { KitConfiguration, KitVersion, Lot } from '@curvewell/domain';

import { useCan, useMe } from '../../../data/identity.ts';
import { type NewKit, useCreateKit } from '../../../data/kits.ts';
import { useCreateLot } from '../../../data/lots.ts';
import { text } from '../../../locale/text.ts';
import { hasCode } from '../../../shared/api/api-problem.ts';
import { todayIn } from '../../../shared/format/lot-days.ts';
import { askLotExpiry } from '../../../shared/ui/dialogs/ask-lot-expiry.tsx';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';

/** The new item, or the error of its field. */
type Added<Value> = { readonly value: Value } | { readonly fault: string } | null;

/** What the user may add in step 1. */
export function useMayAdd() {
  const can = useCan();
  const kits = can('WRITE_KIT_CONFIG_ADMIN');
  // The server requires the permission to write kit configurations for a new version too.
  return { kit: kits, buffer: kits, lot: kits, version: can('READ_KIT_CONFIG_ADMIN') && kits };
}

/** Adds kits, versions, buffers and lots. */
export function useKitAdditions(analyserId: string | null) {
  const createKit = useCreateKit();
  const createLot = useCreateLot();
  const today = todayIn(useMe().timeZone);
  const analyser = analyserId === null ? null : { id: analyserId };

  async function create(
    body: NewKit,
    words: { readonly failed: string; readonly taken: string },
  ): Promise<Added<KitConfiguration>> {
    try {
      return { value: await createKit.mutateAsync(body) };
    } catch (error) {
      if (hasCode(error, 'name-taken')) return { fault: words.taken };
      toastError(words.failed, error);
      return null;
    }
  }

  return {
    addKit: (name: string) =>
      create(
        { kit: { name }, kitVersion: { version: 'v1' }, analyser },
        { failed: text.step1.kitNotAdded, taken: text.step1.sameName('Kit') },
      ),
    addVersion: (kitId: string, version: string) =>
      create(
        { kit: { id: kitId }, kitVersion: { version }, analyser },
        { failed: text.step1.versionNotAdded, taken: text.step1.sameName('Kit Version') },
      ),
    addBuffer: ({ id, kit, revision }: KitVersion, name: string) =>
      create(
        { kit: { id: kit.id }, kitVersion: { id, revision }, reactionBuffer: { name }, analyser },
        { failed: text.step1.bufferNotAdded, taken: text.step1.sameName('Reaction Buffer') },
      ),
    addLot: async ({ id }: Pick<KitVersion, 'id'>, name: string): Promise<Lot | null> => {
      const expirationDate = await askLotExpiry(name, today);
      if (expirationDate === null) return null;
      try {
        const lot = await createLot.mutateAsync({ versionId: id, name, expirationDate });
        toastSuccess(text.step1.lotAdded(name));
        return lot;
      } catch (error) {
        toastError(text.step1.lotNotAdded, error);
        return null;
      }
    },
  };
}
