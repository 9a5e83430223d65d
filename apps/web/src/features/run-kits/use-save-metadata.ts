import type { Run, UpdateRun } from '@curvewell/contracts';
import { useRef } from 'react';

import { useSetAcquisitions, useUpdateRun } from '../../data/runs.ts';

interface MetadataSave {
  readonly analyserId: string;
  readonly plateId: string;
  readonly kits: NonNullable<UpdateRun['kits']>;
  readonly kitIds: readonly string[];
  /** Of somebody else's save that was compared; else what was opened. */
  readonly revision?: number;
}

/** Saves plate id and kits, then the analyser: it is sent apart, since another one reads the files anew. */
export function useSaveMetadata(run: Run) {
  const update = useUpdateRun(run.id);
  const setAcquisitions = useSetAcquisitions(run.id);
  // What was opened, not what a refetch has brought meanwhile: the form still says the former.
  const revision = useRef(run.revision);
  return {
    isPending: update.isPending || setAcquisitions.isPending,
    save: async ({ analyserId, plateId, kits, kitIds, ...compared }: MetadataSave): Promise<Run> => {
      const updated = await update.mutateAsync({
        revision: compared.revision ?? revision.current,
        plateId: plateId.trim() === '' ? null : plateId,
        kits,
      });
      revision.current = updated.revision;
      const saved = await setAcquisitions.mutateAsync({
        analyser: { id: analyserId },
        kitIds,
        revision: updated.revision,
      });
      revision.current = saved.revision;
      return saved;
    },
  };
}
