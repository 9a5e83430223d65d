import { useState } from 'react';

import type { KitEditing, TriedReferences } from './kit-editor-context.ts';

const NONE: TriedReferences = [];

/** The wells of a run that are tried as references; another run begins without. */
export function useTriedReferences(runId: string | null): Pick<KitEditing, 'tried' | 'onTried'> {
  const [kept, setKept] = useState({ runId, tried: NONE });
  return {
    tried: kept.runId === runId ? kept.tried : NONE,
    onTried: (tried) => setKept({ runId, tried }),
  };
}
