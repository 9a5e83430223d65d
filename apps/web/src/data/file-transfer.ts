import { connectionTestEventSchema, fileTransferCalls, type ConnectionTestEvent } from '@curvewell/contracts';
import type { ConnectionTest, SaveFileTransfer } from '@curvewell/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { text } from '../locale/text.ts';
import { api, apiStream } from '../shared/api/api-client.ts';
import { ApiProblem } from '../shared/api/api-problem.ts';
import { createMessageReader } from '../shared/api/live-messages.ts';
import { deliveryQueries } from './deliveries.ts';
import { callQuery, useRefreshingMutation } from '../shared/api/call-query.ts';

export const fileTransferQueries = {
  /** Null if the laboratory has no connection. */
  connection: callQuery(['file-transfer', 'connection'], fileTransferCalls.get),
};

const { queryKey } = fileTransferQueries.connection;

export const useSaveConnection = (isNew: boolean) =>
  useRefreshingMutation(
    [deliveryQueries.all],
    (body: SaveFileTransfer) => api(isNew ? fileTransferCalls.create : fileTransferCalls.update, { body }),
    { cache: (client, connection) => client.setQueryData(queryKey, connection) },
  );

export const useDeleteConnection = () =>
  useRefreshingMutation(
    [deliveryQueries.all],
    (connectionId: string) => api(fileTransferCalls.delete, { params: { connectionId } }),
    { cache: (client) => client.setQueryData(queryKey, null) },
  );

export function useFreshConnection() {
  const client = useQueryClient();
  return () => client.query({ ...fileTransferQueries.connection, staleTime: 0 });
}

/** Tests the connection with the values in the form, step by step. `seen` is the progress so far. */
export function useTestConnection() {
  const client = useQueryClient();
  const [seen, setSeen] = useState<ConnectionTest | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: SaveFileTransfer) => {
      setSeen(null);
      return followTest(body, setSeen);
    },
    // A working connection resumes waiting deliveries.
    onSuccess: () => client.invalidateQueries({ queryKey: deliveryQueries.all }),
  });
  return { seen, isRunning: isPending, run: mutateAsync };
}

/** @throws ApiProblem if the test does not start, or ends without a result */
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
  const end = last as ConnectionTestEvent | null; // TypeScript does not see the assignment in the callback
  if (end?.kind === 'done') return end.test;
  throw new ApiProblem(
    end?.kind === 'failed'
      ? { code: end.code, status: 0, message: end.message }
      : { code: 'unreachable', status: 0, message: text.failure.unreachable },
  );
}
