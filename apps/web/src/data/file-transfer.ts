import { connectionTestEventSchema, fileTransferCalls, type ConnectionTestEvent } from '@curvewell/contracts';
import type { ConnectionTest, SaveFileTransfer } from '@curvewell/domain';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { text } from '../locale/text.ts';
import { api, apiStream } from '../shared/api/api-client.ts';
import { ApiProblem } from '../shared/api/api-problem.ts';
import { createMessageReader } from '../shared/api/live-messages.ts';
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
      return client.invalidateQueries({ queryKey: deliveryQueries.all });
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

/** Takes every step of sending, with the connection as it is typed. `seen` is what is known of it so far. */
export function useTestConnection() {
  const client = useQueryClient();
  const [seen, setSeen] = useState<ConnectionTest | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: SaveFileTransfer) => {
      setSeen(null);
      return followTest(body, setSeen);
    },
    // A good one lets what waits go on.
    onSuccess: () => client.invalidateQueries({ queryKey: deliveryQueries.all }),
  });
  return { seen, isRunning: isPending, run: mutateAsync };
}

/** @throws ApiProblem when it does not begin, or does not come to its end */
async function followTest(
  body: SaveFileTransfer,
  onSeen: (test: ConnectionTest) => void,
): Promise<ConnectionTest> {
  let last: ConnectionTestEvent | null = null;
  const read = createMessageReader(connectionTestEventSchema, (event) => {
    last = event;
    if (event.kind !== 'failed') onSeen(event.test);
  });
  await apiStream(fileTransferCalls.test, { body, signal: new AbortController().signal, onText: read });
  const end = last as ConnectionTestEvent | null; // set in a callback
  if (end?.kind === 'done') return end.test;
  throw new ApiProblem(
    end?.kind === 'failed'
      ? { code: end.code, status: 0, message: end.message }
      : { code: 'unreachable', status: 0, message: text.failure.unreachable },
  );
}
