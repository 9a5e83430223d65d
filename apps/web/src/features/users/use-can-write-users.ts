import { useCan, useMe } from '../../data/identity.ts';

/** Whether the user may create, change and delete users of a laboratory. */
export function useCanWriteUsers(laboratoryId: string): boolean {
  const can = useCan();
  const { laboratories } = useMe();
  return can('WRITE_ALL_USER') || (can('WRITE_OWN_LABORATORY_USER') && laboratories[0]?.id === laboratoryId);
}
