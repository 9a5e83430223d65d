import { useCan, useMe } from '../../data/identity.ts';

/** Whether users of a laboratory are this person's to make, change and delete. */
export function useCanWriteUsers(laboratoryId: string): boolean {
  const can = useCan();
  const { laboratories } = useMe();
  return can('WRITE_ALL_USER') || (can('WRITE_OWN_LABORATORY_USER') && laboratories[0]?.id === laboratoryId);
}
