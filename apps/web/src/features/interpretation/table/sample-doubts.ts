import type { ReviewWell } from '../state/review-wells.ts';

export const doubtIdsOf = (byChannel: ReadonlyMap<string, readonly ReviewWell[]>): ReadonlySet<string> =>
  new Set(
    [...byChannel.values()].flatMap((wells) =>
      wells.flatMap(({ well, mark, unresolved }) => (mark === null && unresolved === null ? [] : [well.id])),
    ),
  );
