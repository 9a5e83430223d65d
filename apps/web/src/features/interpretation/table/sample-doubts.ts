import type { ReviewWell } from '../state/review-wells.ts';

/** The wells with a mark or to be resolved, by id. */
export const doubtIdsOf = (byChannel: ReadonlyMap<string, readonly ReviewWell[]>): ReadonlySet<string> =>
  new Set(
    [...byChannel.values()].flatMap((wells) =>
      wells.flatMap(({ well, mark, unresolved }) => (mark === null && unresolved === null ? [] : [well.id])),
    ),
  );
