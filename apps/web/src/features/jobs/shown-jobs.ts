import { idSchema, type JobKind, jobKindSchema, type JobState, jobStateSchema } from '@curvewell/domain';

import { useAddress } from '../../shared/navigation/use-address.ts';

/** Which jobs are listed. Null: all. */
export interface ShownJobs {
  readonly state: JobState | null;
  readonly kind: JobKind | null;
  readonly laboratoryId: string | null;
}

export type ShowJobs = (change: Partial<ShownJobs>) => void;

/** The filters of the list of jobs, from the address. */
export function useShownJobs(): [ShownJobs, ShowJobs] {
  const { address, set } = useAddress();
  const shown = {
    state: jobStateSchema.safeParse(address.get('state')).data ?? null,
    kind: jobKindSchema.safeParse(address.get('kind')).data ?? null,
    laboratoryId: idSchema.safeParse(address.get('laboratory')).data ?? null,
  };
  const show: ShowJobs = (change) => {
    const { state, kind, laboratoryId } = { ...shown, ...change };
    set({ state, kind, laboratory: laboratoryId });
  };
  return [shown, show];
}
