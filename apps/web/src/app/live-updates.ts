import type { LiveEvent, RunChange } from '@curvewell/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { interpretationQueries } from '../features/interpretation/queries.ts';
import { runQueries } from '../features/runs/queries.ts';
import { text } from '../locale/text.ts';
import { listenToLaboratory } from '../shared/live-stream.ts';
import { toastError, toastInfo } from '../shared/ui/toast.tsx';

type RunEvent = Extract<LiveEvent, { readonly kind: 'run' }>;

/** Several changes at once are looked at once. */
const GATHER_MS = 200;

/** After these there is nothing at the address of the run any more. */
const GONE: ReadonlySet<RunChange> = new Set(['archive', 'restore', 'delete', 'delete-permanently', 'purge']);

/** What somebody else's doing means to whoever has the run open; and what became of one's own request. */
function tell({ runId, change, own }: RunEvent): void {
  if (own && change === 'archive-failed') {
    toastError(text.archive.notArchived, new Error(text.archive.stillListed));
  }
  const words = text.live[change];
  if (own || words === null || !window.location.pathname.includes(runId)) return;
  toastInfo(words);
}

function refresh(queryClient: QueryClient, events: readonly LiveEvent[]): void {
  void queryClient.invalidateQueries({ queryKey: runQueries.lists });
  void queryClient.invalidateQueries({ queryKey: runQueries.archives });
  for (const event of events) {
    if (event.kind === 'ready' || event.own) continue;
    const { runId, change } = event;
    // A form keeps what it was opened with; what it saves is compared on the server.
    void queryClient.invalidateQueries({
      queryKey: runQueries.detail(runId).queryKey,
      refetchType: 'none',
    });
    void queryClient.invalidateQueries({
      queryKey: [...interpretationQueries.all, 'detail', { runId }],
      refetchType: GONE.has(change) ? 'none' : 'active',
    });
  }
}

/** Keeps what is shown of runs as it is on the server, while somebody of a laboratory is signed in. */
export function useLiveUpdates(enabled: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!enabled) return undefined;
    let gathered: LiveEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listenToLaboratory((event) => {
      if (event.kind === 'run') tell(event);
      gathered.push(event);
      timer ??= setTimeout(() => {
        timer = undefined;
        refresh(queryClient, gathered);
        gathered = [];
      }, GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [enabled, queryClient]);
}
