import { workListCalls } from '@curvewell/contracts';
import type { WorkListColumns } from '@curvewell/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { callQuery } from '../shared/api/call-query.ts';

export const workListQueries = {
  /** Null if no user of the laboratory has used a work list yet. */
  columns: callQuery(['work-lists', 'columns'], workListCalls.columns),
};

/** Stores the meaning of the columns in the laboratory's work lists. */
export function useStoreColumns() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WorkListColumns) => api(workListCalls.keepColumns, { body }),
    onSuccess: (columns) => {
      client.setQueryData(workListQueries.columns.queryKey, columns);
    },
  });
}
