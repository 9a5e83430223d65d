import type { UpdateRun } from '@curvewell/contracts';
import { withoutInvisible, type Run } from '@curvewell/domain';
import { useRef } from 'react';

import { useSetAcquisitions, useUpdateRun } from '../../../data/runs.ts';

interface MetadataSave {
  readonly analyserId: string;
  readonly plateId: string;
  readonly kits: NonNullable<UpdateRun['kits']>;
  readonly kitIds: readonly string[];
  readonly confirmedFit: readonly string[];
  /** The revision that the user compared with; by default the one opened. */
  readonly revision?: number;
}

/** Saves the analyser first, which may reread the files, then plate id and kits. */
export function useSaveMetadata(run: Run) {
  const update = useUpdateRun(run.id);
  const setAcquisitions = useSetAcquisitions(run.id);
  // The opened revision, since a refetch may have loaded a newer one than the form shows.
  const revision = useRef(run.revision);
  return {
    /** Call after the date was saved here. An earlier save by another user is still detected. */
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
        // A stored one may have invisible characters, which are refused.
        plateId: withoutInvisible(plateId) || null,
        kits,
        confirmedFit: [...confirmedFit],
      });
      revision.current = saved.revision;
      return saved;
    },
  };
}
