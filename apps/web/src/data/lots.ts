import { lotCalls } from '@curvewell/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { kitQueries } from './kits.ts';

interface NewLot {
  readonly versionId: string;
  readonly name: string;
}

/** Adds a lot to a kit version: active, and good until 31 December 2099, which the server sets. */
export function useCreateLot() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ versionId, name }: NewLot) =>
      api(lotCalls.create, { params: { versionId }, body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: kitQueries.allVersions }),
  });
}
