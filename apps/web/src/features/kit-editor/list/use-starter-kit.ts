import type { Analyser, KitOwner, RunInspection, StarterStart } from '@curvewell/domain';
import { useState } from 'react';

import { useCreateRuns } from '../../../data/runs.ts';
import { useMakeStarterKit } from '../../../data/starter-kits.ts';
import { text } from '../../../locale/text.ts';

/** The analysers that read a file without a question, best match first. */
export const readersOf = (
  inspection: RunInspection | undefined,
  analysers: readonly Analyser[],
): Analyser[] =>
  (inspection?.runs[0]?.analysers ?? [])
    .filter(({ outcome }) => outcome === 'reads')
    .flatMap(({ analyserId }) => analysers.find(({ id }) => id === analyserId) ?? []);

/** Why a kit cannot be made on a file; null: it can, or the file is still read. */
export function fileFault(inspection: RunInspection | undefined): string | null {
  if (inspection === undefined) return null;
  const [problem] = inspection.problems;
  const [run, second] = inspection.runs;
  if (problem !== undefined) return problem.message;
  if (second !== undefined) return text.starterKits.asks;
  const outcomes = run?.analysers.map(({ outcome }) => outcome) ?? [];
  if (outcomes.includes('reads')) return null;
  return outcomes.includes('asks') ? text.starterKits.asks : text.starterKits.noAnalyser;
}

interface StarterRequest {
  readonly name: string;
  readonly owner?: KitOwner;
  readonly products: StarterStart;
  readonly reactionBuffer: string;
  /** The id of a run, or the file to import as one and its analyser. */
  readonly on: string | { readonly file: File; readonly analyserId: string };
}

/** Makes a kit on the curves of a run, which may be imported first. */
export function useStarterKit() {
  const createRuns = useCreateRuns();
  const makeKit = useMakeStarterKit();
  /** An imported file is not imported again when the name of the kit is taken. */
  const [imported, setImported] = useState<{
    readonly file: File;
    readonly analyserId: string;
    readonly runId: string;
  } | null>(null);

  const importFile = async (file: File, analyserId: string): Promise<string> => {
    if (imported?.file === file && imported.analyserId === analyserId) return imported.runId;
    const [run] = await createRuns.mutateAsync({
      analyserId,
      files: [file],
      answers: [null],
      keepsDyes: false,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onRun: () => undefined,
    });
    if (run === undefined) throw new Error(text.starterKits.notRead);
    setImported({ file, analyserId, runId: run.id });
    return run.id;
  };

  return {
    isPending: createRuns.isPending || makeKit.isPending,
    make: async ({ on, ...kit }: StarterRequest) => {
      const runId = typeof on === 'string' ? on : await importFile(on.file, on.analyserId);
      return { place: await makeKit.mutateAsync({ ...kit, runId }), run: runId };
    },
  };
}
