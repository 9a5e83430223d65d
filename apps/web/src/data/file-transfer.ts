import { fileTransferCalls, type SaveFileTransfer } from '@curvewell/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { deliveryQueries } from './deliveries.ts';

export const fileTransferQueries = {
  /** Null: the laboratory has none. */
  connection: queryOptions({
    queryKey: ['file-transfer', 'connection'] as const,
    queryFn: ({ signal }) => api(fileTransferCalls.get, { signal }),
  }),
};

/** Sets the connection, or changes the one that is there. */
export function useSaveConnection(isNew: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveFileTransfer) =>
      api(isNew ? fileTransferCalls.create : fileTransferCalls.update, { body }),
    onSuccess: (connection) => {
      client.setQueryData(fileTransferQueries.connection.queryKey, connection);
    },
  });
}

export function useDeleteConnection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (connectionId: string) => api(fileTransferCalls.delete, { params: { connectionId } }),
    onSuccess: () => {
      client.setQueryData(fileTransferQueries.connection.queryKey, null);
      return client.invalidateQueries({ queryKey: deliveryQueries.all });
    },
  });
}

/** Asks for the connection as it is by now. */
export function useFreshConnection() {
  const client = useQueryClient();
  return () => client.query({ ...fileTransferQueries.connection, staleTime: 0 });
}

/** Takes every step of sending, with the connection as it is typed. */
export const useTestConnection = () =>
  useMutation({ mutationFn: (body: SaveFileTransfer) => api(fileTransferCalls.test, { body }) });
