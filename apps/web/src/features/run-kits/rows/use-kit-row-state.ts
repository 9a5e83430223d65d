import type { Kit, KitVersion, Run } from '@curvewell/domain';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { kitQueries } from '../../../data/kits.ts';
import { emptyRow, filledFields, filledIn, type KitRow, type RowField, withLotsOf } from './kit-rows.ts';

export interface ShownRow {
  readonly row: KitRow;
  /** What of it was filled in, and is still to be passed. */
  readonly filled: ReadonlySet<RowField>;
  readonly versions: readonly KitVersion[];
  readonly isLoading: boolean;
}

const NO_KITS: readonly Kit[] = [];

/** The kit rows of a run as they are shown: what people chose, and what is filled in by itself. */
export function useKitRowState(
  initial: readonly KitRow[],
  {
    run,
    analyserId,
    day,
  }: { readonly run: Pick<Run, 'kits'>; readonly analyserId: string | null; readonly day: string },
) {
  const [rows, setRows] = useState(initial);
  const [fills, setFills] = useState(true);
  // A version that was just made is configured for no analyser yet, so that no list holds it.
  const [made, setMade] = useState<readonly KitVersion[]>([]);
  const kits = useQuery(kitQueries.list);
  const known = kits.data ?? NO_KITS;
  const isOnly = rows.length === 1;
  const fill: typeof filledIn = (row, offers) => (fills ? filledIn(row, offers) : row);
  const kitIds = rows.map((row) => fill(row, { kits: known, versions: [], isOnly, day }).kitId);
  const versions = useQueries({
    queries: kitIds.map((kitId) => ({
      ...kitQueries.versionsForAnalyser({ kitId: kitId ?? '', analyserId: analyserId ?? '' }),
      enabled: kitId !== null && analyserId !== null,
    })),
  });

  const shown = rows.map((row, index): ShownRow => {
    const query = versions[index];
    const listed = withLotsOf(run, query?.data ?? []);
    const unlisted = made.filter(
      ({ id, kit }) => kit.id === kitIds[index] && listed.every((one) => one.id !== id),
    );
    const ofKit = [...unlisted, ...listed];
    const filled = fill(row, { kits: known, versions: ofKit, isOnly, day });
    return {
      row: filled,
      filled: filledFields(row, filled),
      versions: ofKit,
      isLoading: query?.isLoading ?? false,
    };
  });
  const failed = versions.find(({ isError }) => isError);

  return {
    shown,
    /** What people chose, without what is filled in. */
    chosen: rows,
    reset: setRows,
    /** Takes away what was filled in; nothing is from then on. */
    clearFilled: () => {
      setFills(false);
    },
    /** A filled-in value was passed by: it counts as chosen. */
    pass: (key: number, field: RowField) => {
      const passed = shown.find(({ row, filled }) => row.key === key && filled.has(field));
      if (passed)
        setRows((former) =>
          former.map((one) => (one.key === key ? { ...one, [field]: passed.row[field] } : one)),
        );
    },
    kits: known,
    kitsFailed: kits.isError ? kits : null,
    versionsFailed: failed ?? null,
    change: (row: KitRow) => {
      setRows((former) => former.map((one) => (one.key === row.key ? row : one)));
    },
    keepVersion: (version: KitVersion) => {
      setMade((former) => [version, ...former.filter(({ id }) => id !== version.id)]);
    },
    add: () => {
      setRows((former) => [
        // What was filled in because it was the only row stays when it no longer is.
        ...former.map((one, index) => shown[index]?.row ?? one),
        emptyRow(Math.max(...former.map(({ key }) => key)) + 1),
      ]);
    },
    remove: (key: number) => {
      setRows((former) => former.filter((one) => one.key !== key));
    },
  };
}
