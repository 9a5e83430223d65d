import { diagnosticCalls } from '@curvewell/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, type RequestOf } from '../shared/api/api-client.ts';
import { callQuery } from '../shared/api/call-query.ts';

export const diagnosticQueries = {
  /** Name and colour of each diagnostic in each kit. */
  // The table is edited as it was loaded, so it never starts with the rows of an earlier visit.
  rows: { ...callQuery(['diagnostics', 'rows'], diagnosticCalls.labels), gcTime: 0 },
};

export type SentDiagnostics = NonNullable<RequestOf<typeof diagnosticCalls.save>['body']>;

/** Saves changed and new rows. Plates and kits show the changes once they are requested again. */
export function useSaveDiagnostics() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SentDiagnostics) => api(diagnosticCalls.save, { body }),
    onSuccess: (rows) => {
      client.setQueryData(diagnosticQueries.rows.queryKey, rows);
      void client.invalidateQueries({ queryKey: ['kits'] });
    },
  });
}

export function useFetchDiagnostics() {
  const client = useQueryClient();
  return () => client.query({ ...diagnosticQueries.rows, staleTime: 0 });
}
