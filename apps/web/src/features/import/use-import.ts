import type { Run } from '@curvewell/domain';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { useCreateRuns } from '../../data/runs.ts';
import { sha256Of } from '../../shared/api/sha256.ts';

type ImportRequest = Omit<Parameters<CreateRuns['mutateAsync']>[0], 'signal' | 'onProgress'>;
type CreateRuns = ReturnType<typeof useCreateRuns>;

/** Uploads files and creates runs. `progress` is the uploaded fraction, null while idle. */
export function useImport() {
  const mutation = useCreateRuns();
  const [progress, setProgress] = useState<number | null>(null);
  const aborter = useRef<AbortController>(null);
  return {
    mutation,
    progress,
    importRuns: async (request: ImportRequest): Promise<readonly Run[]> => {
      aborter.current = new AbortController();
      const { signal } = aborter.current;
      try {
        return await mutation.mutateAsync({ ...request, signal, onProgress: setProgress });
      } finally {
        setProgress(null);
      }
    },
    abort: () => aborter.current?.abort(),
  };
}

/** The hashes of the files, once all are computed. */
export function useHashes(files: readonly File[]): readonly string[] {
  const [hashes, setHashes] = useState<ReadonlyMap<File, string>>(new Map());
  const next = files.find((file) => !hashes.has(file));
  useEffect(() => {
    if (!next) return undefined;
    let isWanted = true;
    void sha256Of(next)
      // The upload reports a file that can no longer be read.
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

/** Accepts files dropped anywhere in the window. @returns whether files are dragged over it */
export function useWindowDrop(onDrop: (files: readonly File[]) => void, enabled: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useRef(onDrop);
  // A layout effect, so that files can be dropped as soon as the page is visible.
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
      dragover: (event) => event.preventDefault(),
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
