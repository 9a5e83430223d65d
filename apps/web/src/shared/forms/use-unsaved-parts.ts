import { useCallback, useMemo, useState } from 'react';

import { text } from '../../locale/text.ts';
import { confirm } from '../ui/dialogs/confirm.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

/** Forms on one page: each reports whether it holds unsaved changes, and leaving the page asks for all. */
export function useUnsavedParts<Part extends string>() {
  const [changed, setChanged] = useState<ReadonlySet<Part>>(new Set());
  useUnsavedGuard({ isChanged: changed.size > 0, isKept: false });
  const note = useCallback(
    (part: Part) => (isChanged: boolean) => {
      setChanged((now) => {
        if (now.has(part) === isChanged) return now;
        return new Set(isChanged ? [...now, part] : [...now].filter((one) => one !== part));
      });
    },
    [],
  );

  return useMemo(
    () => ({
      /** What a form reports its state with. */
      note,
      /** Asks before something else takes the place of these. */
      mayLeave: async (...parts: readonly Part[]): Promise<boolean> =>
        !parts.some((part) => changed.has(part)) ||
        confirm({ title: text.unsaved.question, text: text.unsaved.lost, destroys: true }),
    }),
    [note, changed],
  );
}
