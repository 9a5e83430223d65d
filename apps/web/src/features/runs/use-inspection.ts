import { runCalls, type RunInspection } from '@curvewell/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';

import { api } from '../../shared/api-client.ts';

/** A file is another when it is chosen again: it may have been saved since. */
const keys = new WeakMap<File, number>();
let lastKey = 0;

function keyOf(file: File): number {
  const known = keys.get(file);
  if (known !== undefined) return known;
  lastKey += 1;
  keys.set(file, lastKey);
  return lastKey;
}

const inspectionQuery = (files: readonly File[]) =>
  queryOptions({
    queryKey: ['runs', 'inspection', files.map(keyOf)] as const,
    queryFn: ({ signal }) => api(runCalls.inspect, { body: {}, files, signal }),
    enabled: files.length > 0,
    staleTime: Infinity,
    retry: false,
  });

/** What is in files, as the server reads them; nothing is kept there. */
export function useInspection(files: readonly File[], enabled: boolean) {
  const client = useQueryClient();
  const options = inspectionQuery(files);
  const query = useQuery({ ...options, enabled: enabled && files.length > 0 });
  const { data, isFetching } = query;
  return {
    data,
    isFetching,
    /** Waits for what is being read; null: the files could not be inspected, and the import says why. */
    wait: (): Promise<RunInspection | null> =>
      enabled ? client.query(options).catch(() => null) : Promise.resolve(null),
    readAgain: () => client.invalidateQueries({ queryKey: options.queryKey }),
  };
}
