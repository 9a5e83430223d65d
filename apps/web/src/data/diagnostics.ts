import { diagnosticCalls } from '@curvewell/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, type RequestOf } from '../shared/api/api-client.ts';

export const diagnosticQueries = {
  /** How each kit names and paints its diagnostics. */
  rows: queryOptions({
    queryKey: ['diagnostics', 'rows'] as const,
    queryFn: ({ signal }) => api(diagnosticCalls.labels, { signal }),
  }),
};

export type SentDiagnostics = NonNullable<RequestOf<typeof diagnosticCalls.save>['body']>;

/** Saves the rows that were changed or added. Plates and kits show the new words and colours when they are requested again. */
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

/** Asks for the table again. */
export function useFetchDiagnostics() {
  const client = useQueryClient();
  return () => client.query({ ...diagnosticQueries.rows, staleTime: 0 });
}
