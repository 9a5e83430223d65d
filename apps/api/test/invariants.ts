import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Tx } from '../src/database/db.ts';

const FOLDER = path.join(import.meta.dirname, 'invariants');

/** Invariants of every database by name, each with a query for violations. */
const INVARIANTS: readonly { readonly name: string; readonly query: string }[] = readdirSync(FOLDER)
  .sort()
  .map((file) => ({
    name: path.basename(file, '.sql'),
    query: readFileSync(path.join(FOLDER, file), 'utf8'),
  }));

export const INVARIANT_NAMES = INVARIANTS.map(({ name }) => name);

/** The violated invariants of a database, with the violations; `only` selects by name. */
export async function brokenInvariants(
  db: Pick<Tx, '$queryRawUnsafe'>,
  only = /./,
): Promise<readonly string[]> {
  const checked = INVARIANTS.filter(({ name }) => only.test(name));
  if (checked.length === 0) throw new Error(`no invariant matches ${only.source}`);
  const broken: string[] = [];
  for (const { name, query } of checked) {
    const rows = await db.$queryRawUnsafe<{ what: string }[]>(query);
    broken.push(...rows.map(({ what }) => `${name}: ${what}`));
  }
  return broken;
}
