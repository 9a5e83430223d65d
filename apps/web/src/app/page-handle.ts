import { useMatches } from 'react-router-dom';

import type { PageAccess, RailEntry } from './access.ts';

/** What the shell has to know of a page. */
export interface PageHandle {
  readonly access: PageAccess;
  /** The entry of the rail that it belongs to: a run's pages to the runs. */
  readonly rail: RailEntry | null;
  /** The page shows a plate, which a skip link leads to. */
  readonly plate?: boolean;
}

/** Of the page that is shown; undefined while an address is being replaced. */
export const usePageHandle = (): PageHandle | undefined =>
  useMatches().at(-1)?.handle as PageHandle | undefined; // set by router.tsx only
