import { deliveryCalls, type DeliveryFilter } from '@curvewell/contracts';
import type { Delivery } from '@curvewell/domain';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { withFilesSent } from './cached/run-changes.ts';
import { useRunMutation } from './runs.ts';
import { callQuery, useRefreshingMutation } from '../shared/api/call-query.ts';

/** Polling interval while a delivery is in progress, ms. */
const LOOK_MS = 2_000;
/** Polling interval while all deliveries wait for a later attempt, ms. */
const WAIT_MS = 15_000;

const isUnderWay = (deliveries: readonly Delivery[]): boolean =>
  deliveries.some(({ state, fault }) => state === 'SENDING' || (state === 'WAITING' && fault === null));

export const deliveryQueries = {
  all: ['deliveries'] as const,
  list: ({ filter, page }: { readonly filter: DeliveryFilter; readonly page: number }) =>
    queryOptions({
      queryKey: [...deliveryQueries.all, 'list', filter, page] as const,
      queryFn: ({ signal }) => api(deliveryCalls.list, { query: { filter, page }, signal }),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data === undefined || data.waiting === 0 ? false : isUnderWay(data.content) ? LOOK_MS : WAIT_MS,
    }),
  /** @param seen - version of the log; a change requests the log again */
  log: (runId: string, seen: string) => ({
    ...callQuery([...deliveryQueries.all, 'log', runId, seen], deliveryCalls.log, { params: { runId } }),
    placeholderData: keepPreviousData,
  }),
};

export function useSendRunFiles(runId: string) {
  const client = useQueryClient();
  const send = useRunMutation({
    runId,
    mutationFn: () => api(deliveryCalls.sendRun, { params: { runId } }),
    runAfter: (run, { ftpSent }) => (ftpSent === null ? run : withFilesSent(run, ftpSent)),
  });
  return {
    ...send,
    sendFiles: async () => {
      try {
        return await send.mutateAsync();
      } finally {
        void client.invalidateQueries({ queryKey: deliveryQueries.all });
      }
    },
  };
}

export const useSendNotSent = () =>
  useRefreshingMutation([deliveryQueries.all], () => api(deliveryCalls.sendNotSent, {}));
