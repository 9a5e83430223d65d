import { type ChartWell, isSample } from '@curvewell/domain';
import { Alert, Button, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';

import { interpretationQueries } from '../../data/interpretation.ts';
import { text } from '../../locale/text.ts';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import type { WhatIfKit } from '../../shared/what-if-kit.ts';
import { pointsOf } from '../curves/curve-series.ts';
import type { CallLook } from './call-look.ts';
import { CallName } from './call-name.tsx';
import type { ChangeGroup, ListedChange } from './change-groups.ts';
import { changeKey } from './list-rows.ts';
import { type DrawnLine, ThenNowChart } from './then-now-chart.tsx';
import { wellAddress } from './well-address.ts';
import styles from './what-if.module.css';
import { WaitingCard } from '../../shared/ui/screen/waiting.tsx';

const words = text.whatIf.view;

/** The most runs whose curves and controls are drawn together. */
const MAX_RUNS = 8;
const MAX_CONTROLS = 14;

interface ChangeViewProps {
  readonly groups: readonly ChangeGroup[];
  readonly activeKey: string | null;
  readonly look: CallLook;
  readonly tried: WhatIfKit;
}

/** The curves of a change or of its group, with the explanations of the old and the new call. */
export function ChangeView({ groups, activeKey, look, tried }: ChangeViewProps) {
  const [isAll, setAll] = useState(false);
  const group =
    groups.find(
      ({ key, changes }) => key === activeKey || changes.some((one) => changeKey(one) === activeKey),
    ) ?? groups.find(({ changes }) => changes.length > 0);
  const change = group?.changes.find((one) => changeKey(one) === activeKey) ?? group?.changes[0];
  if (!group || !change) return <p className={styles['empty']}>{words.choose}</p>;
  const { businessId, position, name, sampleType } = change;

  return (
    <>
      <div className={styles['bar']}>
        <h2>{position}</h2>
        <span className={styles['about']}>
          {[name, text.sampleTypes[sampleType], text.whatIf.list.run(businessId)].filter(Boolean).join(' · ')}
        </span>
        <SegmentedControl
          size="xs"
          aria-label={words.shown}
          data={[
            { value: 'well', label: words.well },
            { value: 'all', label: words.all(group.changes.length) },
          ]}
          value={isAll ? 'all' : 'well'}
          onChange={(value) => setAll(value === 'all')}
        />
      </div>
      <div className={styles['view']}>
        <div className={styles['charts']}>
          <Charts change={change} shown={isAll ? group.changes : [change]} look={look} tried={tried} />
        </div>
        {isAll && group.runs > MAX_RUNS && <p className={styles['small']}>{words.someRuns(MAX_RUNS)}</p>}
        <div className={styles['sides']}>
          <div className={styles['then']}>
            <span>{words.thenBy(change.version)}</span>
            <b>
              <CallName diagnostic={change.then.diagnostic} look={look} />
            </b>
            <p>{change.then.sentence}.</p>
          </div>
          <div className={styles['now']}>
            <span>{words.nowBy(tried.version)}</span>
            <b>
              <CallName diagnostic={change.now.diagnostic} look={look} />
            </b>
            <p>{change.now.sentence}.</p>
          </div>
        </div>
        <p className={styles['small']}>{change.reason}</p>
        <Stays change={change} look={look} />
      </div>
      <div className={styles['legend']}>
        <Line dash="2 3" color="var(--ink3)" /> {words.then}
        <Line color="var(--accent)" /> {words.now}
        <Line color="var(--control)" /> {words.controls}
        <Button
          component="a"
          href={wellAddress(change)}
          target="_blank"
          rel="noopener"
          size="xs"
          variant="default"
          ml="auto"
          leftSection={<IconEye size={14} stroke={1.6} aria-hidden />}
        >
          {words.open(businessId)}
        </Button>
      </div>
    </>
  );
}

const Line = ({ color, dash }: { readonly color: string; readonly dash?: string }) => (
  <svg width="22" height="12" aria-hidden>
    <path d="M1 6h20" stroke={color} strokeWidth="2" strokeDasharray={dash} />
  </svg>
);

/** Memoised: independent of the viewed runs. */
function Stays({ change, look }: { readonly change: ListedChange; readonly look: CallLook }) {
  const { override, status, businessId, then } = change;
  const result = look(override ?? then.diagnostic).name;
  if (override === null && status !== 'APPROVED') return null;
  return (
    <Alert color="warning" p="xs" icon={<IconAlertTriangle size={16} stroke={1.6} aria-hidden />}>
      {status === 'APPROVED' ? words.approvedStays(businessId, result) : words.handStays(result)}
    </Alert>
  );
}

interface ChartsProps {
  readonly change: ListedChange;
  readonly shown: readonly ListedChange[];
  readonly look: CallLook;
  readonly tried: WhatIfKit;
}

function Charts({ change, shown, look, tried }: ChartsProps) {
  const scheme = useComputedColorScheme('light');
  const runIds = [...new Set([change.runId, ...shown.map(({ runId }) => runId)])].slice(0, MAX_RUNS);
  const charts = useQueries({ queries: runIds.map((runId) => interpretationQueries.chart(runId)) });
  const wellIds = new Set(shown.map(({ wellId }) => wellId));
  const failed = charts.find(({ isError }) => isError);
  if (failed) return <ListFailed title={words.failed} onRetry={() => void failed.refetch()} />;
  const own = charts[0]?.data;
  const well = own?.find(({ wellId }) => wellId === change.wellId);
  if (!own || !well) return <WaitingCard height={410} />;

  const drawn = charts.flatMap(({ data }) => data ?? []).filter(({ wellId }) => wellIds.has(wellId));
  const controls = own
    .filter(
      ({ channel, sampleType, wellId }) =>
        channel === change.channel && !isSample(sampleType) && !wellIds.has(wellId),
    )
    .slice(0, MAX_CONTROLS);
  const now = tried.settings.channels?.find(({ channel }) => channel === change.channel);
  const tone = look(change.now.diagnostic, scheme).curve;
  const types = well.data.map(({ type }) => type).sort();
  return types.map((type, index) => (
    <ThenNowChart
      key={type}
      phase={type}
      name={change.position}
      lines={drawn.flatMap((each) => linesOf(each, { type, tone }))}
      controls={controls.flatMap((each) => linesOf(each, { type, tone: 'var(--control)' }))}
      then={well.constantPhaseInfos.find((info) => info.type === type)}
      now={now?.phases.find(({ phaseType }) => phaseType === type)}
      peaks={wellIds.size === 1 ? change.peaks.filter(({ phase }) => phase === type) : []}
      hasAxis={index === types.length - 1}
    />
  ));
}

const linesOf = (
  { data }: Pick<ChartWell, 'data'>,
  { type, tone }: { readonly type: string; readonly tone: string },
): DrawnLine[] => data.filter((one) => one.type === type).map((one) => ({ tone, points: pointsOf(one) }));
