import { useQuery } from '@tanstack/react-query';

import { releaseQueries } from '../../data/releases.ts';

/** The newest release: the unseen one, or else the last; null if there is none. */
export function useNewestRelease() {
  const unseen = useQuery(releaseQueries.lastIfNotSeen);
  const last = useQuery({
    ...releaseQueries.last,
    enabled: unseen.isSuccess ? unseen.data === null : unseen.isError,
  });
  return unseen.data ?? last.data ?? null;
}
