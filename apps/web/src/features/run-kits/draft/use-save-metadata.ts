import type { UpdateRun } from '@curvewell/contracts';
import type { Run } from '@curvewell/domain';
import { useRef } from 'react';

import { useSetAcquisitions, useUpdateRun } from '../../../data/runs.ts';

interface MetadataSave {
  readonly analyserId: string;
  readonly plateId: string;
  readonly kits: NonNullable<UpdateRun['kits']>;
  readonly kitIds: readonly string[];
  readonly confirmedFit: readonly string[];
  /** Of somebody else's save that was compared; else what was opened. */
  readonly revision?: number;
}

/** Saves the analyser, which may read the files again, then plate id and kits: these are compared with what was read. */
export function useSaveMetadata(run: Run) {
  const update = useUpdateRun(run.id);
  const setAcquisitions = useSetAcquisitions(run.id);
  // What was opened, not what a refetch has brought meanwhile: the form still says the former.
  const revision = useRef(run.revision);
  return {
    /** The date alone was saved here. Somebody else's save before it is still to be met: it shows as one more. */
    dated: (saved: Run): void => {
      if (saved.revision === revision.current + 1) revision.current = saved.revision;
    },
    isPending: update.isPending || setAcquisitions.isPending,
    save: async (save: MetadataSave): Promise<Run> => {
      const { analyserId, plateId, kits, kitIds, confirmedFit } = save;
      const read = await setAcquisitions.mutateAsync({
        analyser: { id: analyserId },
        kitIds,
        revision: save.revision ?? revision.current,
      });
      revision.current = read.revision;
      const saved = await update.mutateAsync({
        revision: read.revision,
        plateId: plateId.trim() === '' ? null : plateId,
        kits,
        confirmedFit: [...confirmedFit],
      });
      revision.current = saved.revision;
      return saved;
    },
  };
}
