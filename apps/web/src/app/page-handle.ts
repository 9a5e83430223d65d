import { useMatches } from 'react-router-dom';

import type { PageAccess, RailEntry } from './access.ts';

/** What the shell needs to know about a page. */
export interface PageHandle {
  readonly access: PageAccess;
  /** The rail entry to highlight; the pages of a run belong to the entry of the runs. */
  readonly rail: RailEntry | null;
  /** The page shows a plate, so the shell adds a skip link to it. */
  readonly plate?: boolean;
}

/** The handle of the current page; undefined during a redirect. */
export const usePageHandle = (): PageHandle | undefined =>
  useMatches().at(-1)?.handle as PageHandle | undefined; // only router.tsx sets handles
