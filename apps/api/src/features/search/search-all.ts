import { MIN_SEARCH_LENGTH, type Found } from '@curvewell/contracts';
import type { Permission } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../actor.ts';
import type { Db } from '../../database/db.ts';
import { foundKits, foundLots } from './found-kits.ts';
import { foundPeople } from './found-people.ts';
import { foundRuns } from './found-runs.ts';
import { foundSamples } from './found-samples.ts';

const NONE = { found: [], more: false };

/**
 * The first results of each kind that contain a text: runs, samples and people of the caller's laboratory; kits,
 * lots and people only with the permission that their pages need.
 *
 * @param text - at least `MIN_SEARCH_LENGTH` characters, or the number of a run
 */
export async function searchAll(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  text: string,
): Promise<Found> {
  const isWord = text.length >= MIN_SEARCH_LENGTH;
  const may = (...anyOf: readonly Permission[]) =>
    isWord && anyOf.some((permission) => actor.permissions.has(permission));
  // One after another: a search holds one connection.
  return {
    runs: await foundRuns(db, actor, text),
    samples: isWord ? await foundSamples(db, actor, text) : NONE,
    kits: may('READ_KIT_CONFIG_ADMIN') ? await foundKits(db, actor, text) : NONE,
    lots: may('READ_LOT_CONFIG_ADMIN') ? await foundLots(db, actor, text) : NONE,
    people: may('READ_OWN_LABORATORY', 'READ_ALL_LABORATORY') ? await foundPeople(db, actor, text) : NONE,
  };
}
