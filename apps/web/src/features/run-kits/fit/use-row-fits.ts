import { type KitFit, type Run, unconfirmedFindings } from '@curvewell/domain';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';

import { runQueries } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import type { KitRow } from '../rows/kit-rows.ts';
import { unusedChannels } from './unused-channels.ts';

export interface RowFit {
  readonly row: KitRow;
  readonly fit: KitFit;
  readonly isImpossible: boolean;
  /** All findings are confirmed, earlier or here. */
  readonly isConfirmed: boolean;
  /** All findings were confirmed earlier, and nothing has changed since. */
  readonly wasConfirmed: boolean;
}

/** How the chosen kits match the files of a run, and which findings are confirmed. */
export function useRowFits(
  run: Run,
  { rows, analyserId }: { readonly rows: readonly KitRow[]; readonly analyserId: string | null },
) {
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const queries = useQueries({
    queries: rows.map(({ versionId, bufferId }) => ({
      ...runQueries.fit({
        runId: run.id,
        kitVersionId: versionId ?? '',
        analyserId: analyserId ?? '',
        ...(bufferId !== null && { reactionBufferId: bufferId }),
      }),
      enabled: versionId !== null && analyserId !== null,
    })),
  });
  // Another analyser rereads the files, so findings must be confirmed again.
  const known = analyserId === run.analyser ? (run.fit?.findings.map(({ key }) => key) ?? []) : [];
  const fits = rows.flatMap((row, index): RowFit[] => {
    const fit = queries[index]?.data;
    if (fit === undefined || fit.findings.length === 0) return [];
    return [
      {
        row,
        fit,
        isImpossible: fit.findings.some(({ severity }) => severity === 'impossible'),
        isConfirmed: unconfirmedFindings(fit.findings, [...known, ...confirmed]).length === 0,
        wasConfirmed: unconfirmedFindings(fit.findings, known).length === 0,
      },
    ];
  });
  // Known once every chosen version has been compared.
  const zones = queries.every(({ data }) => data !== undefined)
    ? queries.flatMap(({ data }) => data?.zones ?? [])
    : null;
  return {
    fits,
    /** Channels of the files that no chosen kit reads. */
    unused: zones === null ? [] : unusedChannels(run.importReport, zones),
    isLoading: queries.some(({ isLoading }) => isLoading),
    failed: queries.find(({ isError }) => isError) ?? null,
    /** What prevents the next step; empty if nothing. */
    open: openText(fits),
    /** A kit with none of whose lots the run is possible. */
    isImpossible: fits.some(({ isImpossible }) => isImpossible),
    confirmed: [...confirmed],
    confirm: ({ fit }: RowFit, isOn: boolean): void => {
      const keys = new Set(fit.findings.map(({ key }) => key));
      setConfirmed((previous) => {
        const others = [...previous].filter((key) => !keys.has(key));
        return new Set(isOn ? [...others, ...keys] : others);
      });
    },
  };
}

function openText(fits: readonly RowFit[]): string {
  if (fits.some(({ isImpossible }) => isImpossible)) return text.fit.chooseFitting;
  return fits.every(({ isConfirmed }) => isConfirmed) ? '' : text.fit.confirmFirst;
}
