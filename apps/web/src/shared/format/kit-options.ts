import type { Kit } from '@curvewell/domain';

import { text } from '../../locale/text.ts';

type Owned = Pick<Kit, 'id' | 'name' | 'owner'>;

/** “North”, or “All laboratories” */
export const ownerName = ({ owner }: Pick<Kit, 'owner'>): string => owner?.name ?? text.kits.owner.all;

/** Options of a select. Where a kit of the laboratory and one of all have the same name, they show the owner. */
export function kitOptions(kits: readonly Owned[]): { value: string; label: string }[] {
  const named = Map.groupBy(kits, ({ name }) => name.toLowerCase());
  return kits.map((kit) => ({
    value: kit.id,
    label:
      (named.get(kit.name.toLowerCase())?.length ?? 0) > 1 ? `${kit.name} (${ownerName(kit)})` : kit.name,
  }));
}
