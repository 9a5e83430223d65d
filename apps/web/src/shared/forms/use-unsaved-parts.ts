import { useCallback, useMemo, useState } from 'react';

import { text } from '../../locale/text.ts';
import { confirm } from '../ui/dialogs/confirm.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

/** Several forms on one page. Each reports unsaved changes; leaving the page asks once for all. */
export function useUnsavedParts<Part extends string>() {
  const [changed, setChanged] = useState<ReadonlySet<Part>>(new Set());
  useUnsavedGuard({ isChanged: changed.size > 0, isKept: false });
  const note = useCallback(
    (part: Part) => (isChanged: boolean) =>
      setChanged((now) => {
        if (now.has(part) === isChanged) return now;
        return new Set(isChanged ? [...now, part] : [...now].filter((one) => one !== part));
      }),
    [],
  );

  return useMemo(
    () => ({
      /** Each form reports its state with this. */
      note,
      /** Asks before these forms are replaced. */
      mayLeave: async (...parts: readonly Part[]): Promise<boolean> =>
        !parts.some((part) => changed.has(part)) ||
        confirm({ title: text.unsaved.question, text: text.unsaved.lost, destroys: true }),
    }),
    [note, changed],
  );
}
