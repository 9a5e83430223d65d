import type { Kit, KitVersion, Run } from '@curvewell/domain';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

import { kitQueries } from '../../../data/kits.ts';
import {
  emptyRow,
  filledFields,
  filledIn,
  type KitRow,
  type RowField,
  theOnlyKit,
  withLotsOf,
} from './kit-rows.ts';

export interface ShownRow {
  readonly row: KitRow;
  /** Filled-in fields that are not confirmed yet. */
  readonly filled: ReadonlySet<RowField>;
  readonly versions: readonly KitVersion[];
  readonly isLoading: boolean;
  /** Loads the versions and lots again: others may have added some meanwhile. */
  readonly refetch: () => void;
}

/** Others add kits and lots in other windows, and the user adds some on other pages. */
const FRESH = { refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const;

const NO_KITS: readonly Kit[] = [];

const isCurrent = ({ isFetchedAfterMount, isError }: UseQueryResult): boolean =>
  isFetchedAfterMount && !isError;

/** The kit rows as shown: the user's choices and filled-in values. */
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
  // A new version is not configured for any analyser yet, so no list contains it.
  const [made, setMade] = useState<readonly KitVersion[]>([]);
  const kits = useQuery({ ...kitQueries.list, ...FRESH });
  const known = kits.data ?? NO_KITS;
  const usable = useQuery({
    ...kitQueries.onAnalyser(analyserId ?? ''),
    ...FRESH,
    enabled: analyserId !== null,
  });
  // A list of an earlier visit, which also stays if it cannot be read again, may name an only kit that has company since.
  const isKnown = isCurrent(kits) && (analyserId === null || isCurrent(usable));
  const only = rows.length === 1 && isKnown ? theOnlyKit(known, usable.data ?? NO_KITS) : null;
  const fill: typeof filledIn = (row, offers) => (fills ? filledIn(row, offers) : row);
  const kitIds = rows.map((row) => fill(row, { kits: known, versions: [], only, day }).kitId);
  const versions = useQueries({
    queries: kitIds.map((kitId) => ({
      ...kitQueries.versionsForAnalyser({ kitId: kitId ?? '', analyserId: analyserId ?? '' }),
      ...FRESH,
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
    const filled = fill(row, { kits: known, versions: ofKit, only, day });
    return {
      row: filled,
      filled: filledFields(row, filled),
      versions: ofKit,
      isLoading: query?.isLoading ?? false,
      refetch: () => void query?.refetch(),
    };
  });
  const failed = versions.find(({ isError }) => isError);

  return {
    shown,
    /** The user's choices, without filled-in values. */
    chosen: rows,
    reset: setRows,
    /** Clears filled-in values and stops filling in. */
    clearFilled: () => setFills(false),
    /** Confirms a filled-in value. */
    pass: (key: number, field: RowField) => {
      const passed = shown.find(({ row, filled }) => row.key === key && filled.has(field));
      if (passed)
        setRows((previous) =>
          previous.map((one) => (one.key === key ? { ...one, [field]: passed.row[field] } : one)),
        );
    },
    kits: known,
    kitsFailed: kits.isError ? kits : null,
    versionsFailed: failed ?? null,
    change: (row: KitRow) => setRows((previous) => previous.map((one) => (one.key === row.key ? row : one))),
    keepVersion: (version: KitVersion) =>
      setMade((previous) => [version, ...previous.filter(({ id }) => id !== version.id)]),
    add: () => {
      setRows((previous) => [
        // Values filled in for the only row stay when a row is added.
        ...previous.map((one, index) => shown[index]?.row ?? one),
        emptyRow(Math.max(...previous.map(({ key }) => key)) + 1),
      ]);
    },
    remove: (key: number) => setRows((previous) => previous.filter((one) => one.key !== key)),
  };
}
