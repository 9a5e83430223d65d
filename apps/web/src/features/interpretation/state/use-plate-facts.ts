import { runDoubts } from '@curvewell/domain';
import { useMemo, useState } from 'react';

import { calmText, plateFacts } from './plate-facts.ts';
import type { Review, ReviewOf } from './review-context.ts';
import type { ReviewWell } from './review-wells.ts';

interface PlateFacts extends Pick<Review, 'facts' | 'calm' | 'outlined' | 'outline'> {
  /** Removes the outline; returns false if there was none. */
  readonly hide: () => boolean;
}

/** The facts about the whole plate, from the same data as the server's check. */
export function usePlateFacts({ run, interpreted }: ReviewOf, wells: readonly ReviewWell[]): PlateFacts {
  const doubts = useMemo(() => runDoubts({ run, called: interpreted }), [run, interpreted]);
  const facts = useMemo(() => plateFacts({ run, doubts, wells }), [run, doubts, wells]);
  const [key, outline] = useState<string | null>(null);
  const outlined = facts.find((fact) => fact.key === key) ?? null;
  const hide = (): boolean => {
    outline(null);
    return outlined !== null;
  };
  return { facts, calm: calmText(doubts), outlined, outline, hide };
}
