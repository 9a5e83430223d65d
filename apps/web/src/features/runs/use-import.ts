import { type ReadAnswers, type Run, runCalls } from '@curvewell/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { api } from '../../shared/api-client.ts';
import { sha256Of } from './import-files.ts';
import { runQueries } from './queries.ts';

interface ImportRequest {
  readonly analyserId: string;
  readonly files: readonly File[];
  /** One for each run that the files are made into; null: the files say all themselves. */
  readonly answers: readonly (ReadAnswers | null)[];
  readonly keepsDyes: boolean;
  /** Takes each run as it is made: who leaves meanwhile may want it deleted. */
  readonly onRun: (run: Run) => void;
}

/** Sends files to be made into runs, one after the other; `progress` is the part that has been sent, null while nothing is. */
export function useImport() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  const abort = useRef<AbortController>(null);
  const mutation = useMutation({
    mutationFn: async ({ analyserId, files, answers, keepsDyes, onRun }: ImportRequest) => {
      abort.current = new AbortController();
      const { signal } = abort.current;
      const runs: Run[] = [];
      for (const ofRun of answers) {
        setProgress(0);
        const body = {
          analyser: { id: analyserId },
          ...(ofRun && { answers: ofRun, keepDyes: String(keepsDyes) }),
        };
        const run = await api(runCalls.create, { body, files, signal, onProgress: setProgress });
        queryClient.setQueryData(runQueries.detail(run.id).queryKey, run);
        onRun(run);
        runs.push(run);
      }
      return runs;
    },
    onSettled: () => {
      setProgress(null);
      return queryClient.invalidateQueries({ queryKey: runQueries.lists });
    },
  });
  return { mutation, progress, abort: () => abort.current?.abort() };
}

/** The hashes of the files, once all of them are computed. */
export function useHashes(files: readonly File[]): readonly string[] {
  const [hashes, setHashes] = useState<ReadonlyMap<File, string>>(new Map());
  const next = files.find((file) => !hashes.has(file));
  useEffect(() => {
    if (!next) return undefined;
    let isWanted = true;
    void sha256Of(next)
      // A file that can no longer be read is told of when it is sent.
      .catch(() => null)
      .then((hash) => {
        if (isWanted) setHashes((known) => new Map(known).set(next, hash ?? ''));
      });
    return () => {
      isWanted = false;
    };
  }, [next]);
  if (next) return [];
  return files.flatMap((file) => hashes.get(file) ?? []).filter((hash) => hash !== '');
}

/** Lets the whole window take dropped files; whether some are held over it. */
export function useWindowDrop(onDrop: (files: readonly File[]) => void, enabled: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useRef(onDrop);
  // Before the first paint: who sees the page may drop files at once.
  useLayoutEffect(() => {
    drop.current = onDrop;
  });
  useLayoutEffect(() => {
    let depth = 0;
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const listeners: Partial<Record<keyof WindowEventMap, (event: DragEvent) => void>> = {
      dragenter: () => {
        depth += 1;
        setIsOver(enabled);
      },
      dragleave: () => {
        depth -= 1;
        if (depth <= 0) setIsOver(false);
      },
      dragover: (event) => {
        event.preventDefault();
      },
      drop: (event) => {
        event.preventDefault();
        depth = 0;
        setIsOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (enabled && files.length > 0) drop.current(files);
      },
    };
    const entries = Object.entries(listeners).map(([name, listener]) => {
      const guarded = (event: Event) => {
        if (event instanceof DragEvent && holdsFiles(event)) listener(event);
      };
      window.addEventListener(name, guarded);
      return [name, guarded] as const;
    });
    return () => {
      for (const [name, guarded] of entries) window.removeEventListener(name, guarded);
    };
  }, [enabled]);
  return isOver && enabled;
}
