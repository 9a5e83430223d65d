import type { CallChange } from '@curvewell/contracts';
import {
  type ChannelName,
  channelNameSchema,
  isSample,
  ofEachChannel,
  type RunStatus,
} from '@curvewell/domain';

import type { WhatIfProgress } from '../../data/what-if.ts';

/** A changed call with its run. */
export interface ListedChange extends CallChange {
  readonly runId: string;
  readonly businessId: number;
  readonly runDate: string;
  readonly status: RunStatus;
}

/** Changes with the same old and new call. */
export interface ChangeGroup {
  readonly key: string;
  readonly then: string | null;
  readonly now: string | null;
  /** Controls and standards. */
  readonly isControl: boolean;
  /** All changes, including those not listed. */
  readonly calls: number;
  readonly runs: number;
  readonly changes: readonly ListedChange[];
}

export type ChangeFilter = 'all' | 'approved' | 'controls' | ChannelName | 'overridden' | 'algorithm';

const isControl = ({ sampleType }: CallChange): boolean => !isSample(sampleType);

const MATCHES: Readonly<Record<ChangeFilter, (change: ListedChange) => boolean>> = {
  all: () => true,
  approved: ({ status }) => status === 'APPROVED',
  controls: isControl,
  ...ofEachChannel(
    (name) =>
      ({ channel }: ListedChange) =>
        channel === name,
  ),
  overridden: ({ override }) => override !== null,
  algorithm: ({ isAlgorithm }) => isAlgorithm,
};

/** All listed changes, newest run first. */
export const listedChanges = ({ runs }: Pick<WhatIfProgress, 'runs'>): ListedChange[] =>
  runs
    .toSorted((a, b) => b.businessId - a.businessId)
    .flatMap(({ runId, businessId, runDate, status, changes }) =>
      changes.map((change) => ({ ...change, runId, businessId, runDate, status })),
    );

/** The number of changes of each filter, without channels that are not evaluated. */
export function filterCounts(
  changes: readonly ListedChange[],
  channels: readonly ChannelName[],
): readonly (readonly [ChangeFilter, number])[] {
  const offered: ChangeFilter[] = [
    ...(['all', 'approved', 'controls'] as const),
    ...channelNameSchema.options.filter((channel) => channels.includes(channel)),
    'overridden',
  ];
  if (changes.some(MATCHES.algorithm)) offered.push('algorithm');
  return offered.map((filter) => [filter, changes.filter(MATCHES[filter]).length]);
}

/** Order of groups: controls, changed calls, lost calls, new calls. */
function severityRank({ isControl: first, then, now }: ChangeGroup): number {
  if (first) return 0;
  if (then !== null && now !== null) return 1;
  return then === null ? 3 : 2;
}

const keyOf = (one: Pick<ChangeGroup, 'then' | 'now' | 'isControl'>): string =>
  JSON.stringify([one.isControl, one.then, one.now]);

/** Groups the changes by old and new call; most severe first, then most frequent. */
export function changeGroups({ runs }: Pick<WhatIfProgress, 'runs'>, filter: ChangeFilter): ChangeGroup[] {
  const listed = listedChanges({ runs }).filter(MATCHES[filter]);
  const ofGroup = Map.groupBy(listed, (change) =>
    keyOf({ isControl: isControl(change), then: change.then.diagnostic, now: change.now.diagnostic }),
  );
  const counted =
    filter === 'all'
      ? runs.flatMap(({ runId, transitions }) => transitions.map((one) => ({ ...one, runId })))
      : listed.map((change) => ({
          then: change.then.diagnostic,
          now: change.now.diagnostic,
          isControl: isControl(change),
          calls: 1,
          runId: change.runId,
        }));
  return [...Map.groupBy(counted, keyOf)]
    .map(([key, ones]): ChangeGroup => {
      const [{ then, now, isControl: ofControls }] = ones as [(typeof ones)[number]]; // a group has at least one member
      return {
        key,
        then,
        now,
        isControl: ofControls,
        calls: ones.reduce((sum, { calls }) => sum + calls, 0),
        runs: new Set(ones.map(({ runId }) => runId)).size,
        changes: ofGroup.get(key) ?? [],
      };
    })
    .sort((a, b) => severityRank(a) - severityRank(b) || b.calls - a.calls);
}

/** Totals of an evaluation so far. */
export interface WhatIfFigures {
  readonly calls: number;
  readonly changed: number;
  readonly changedRuns: number;
  readonly listed: number;
  readonly stays: readonly { readonly diagnostic: string | null; readonly calls: number }[];
  /** The algorithm versions of the original interpretations. */
  readonly versions: readonly string[];
  readonly algorithms: readonly string[];
}

export function whatIfFigures({ runs }: Pick<WhatIfProgress, 'runs'>): WhatIfFigures {
  const changedIn = runs.map(({ transitions }) => transitions.reduce((sum, { calls }) => sum + calls, 0));
  const stays = Map.groupBy(
    runs.flatMap((run) => run.stays),
    ({ diagnostic }) => diagnostic,
  );
  return {
    calls: runs.reduce((sum, { calls }) => sum + calls, 0),
    changed: changedIn.reduce((sum, calls) => sum + calls, 0),
    changedRuns: changedIn.filter((calls) => calls > 0).length,
    listed: runs.reduce((sum, { changes }) => sum + changes.length, 0),
    stays: [...stays]
      .map(([diagnostic, ones]) => ({
        diagnostic,
        calls: ones.reduce((sum, { calls }) => sum + calls, 0),
      }))
      .sort((a, b) => b.calls - a.calls),
    versions: [...new Set(runs.flatMap(({ versions }) => versions))].sort().reverse(),
    algorithms: [...new Set(runs.map(({ algorithmVersion }) => algorithmVersion))].sort(),
  };
}

/** Estimated remaining time, s; null if not known yet. */
export function secondsLeft({ runs, skipped, total, begunAt, receivedAt }: WhatIfProgress): number | null {
  const read = runs.length + skipped.length;
  return read === 0 ? null : Math.ceil((((receivedAt - begunAt) / read) * (total - read)) / 1000);
}
