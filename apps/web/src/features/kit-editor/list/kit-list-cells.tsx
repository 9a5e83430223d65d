import {
  DEFAULT_LOT_EXPIRATION,
  type KitStatus,
  type ListedKit,
  type ListedVersion,
  type VersionUse,
} from '@curvewell/domain';
import { Anchor, Badge } from '@mantine/core';
import { IconAlertTriangle, IconChartLine, IconCheck, IconCircle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

import { text } from '../../../locale/text.ts';
import { formatCount, formatDay } from '../../../shared/format/format.ts';
import { lotLife } from '../../../shared/format/lot-life.ts';
import { SampleMark } from '../../../shared/ui/badges/trial-mark.tsx';
import { FullText } from '../../../shared/ui/lists/full-text.tsx';
import { SampleShape } from '../../../shared/ui/plate/sample-shape.tsx';
import { lacksControls } from './kit-list-rows.ts';
import styles from './kit-list.module.css';

const words = text.kits.list;
const STATUS_ICONS = { VALIDATED: IconCheck, PERF: IconChartLine, NOT_VALIDATED: IconCircle } as const;
const STATUSES = ['VALIDATED', 'PERF', 'NOT_VALIDATED'] as const;

/** Name, channels and diagnostics; the name is the link of the row. */
export function KitName({ kit, address }: { readonly kit: ListedKit; readonly address: string }) {
  return (
    <>
      <Anchor component={Link} to={address} className={styles['open'] ?? ''} title={kit.name} data-row-link>
        {kit.name}
      </Anchor>
      <span className={styles['second']}>
        {kit.isSample && (
          <>
            <SampleMark />{' '}
          </>
        )}
        {[
          ...(kit.channels.length === 0 ? [] : [kit.channels.join(', ')]),
          words.diagnostics(kit.diagnostics),
        ].join(' · ')}
        {kit.owner !== null && <span className={styles['ownerInline']}> · {kit.owner.name}</span>}
      </span>
    </>
  );
}

interface VersionCellProps {
  readonly main: ListedVersion | null;
  readonly others: readonly ListedVersion[];
}

/** The version in use, and what is being prepared. */
export function VersionCell({ main, others }: VersionCellProps) {
  if (main === null) return <span className={styles['none']}>{words.noVersion}</span>;
  const [next] = main.use === 'in-use' ? others : [main];
  return (
    <>
      {main.version}
      {next !== undefined && (
        <span className={styles['second']} data-tone="accent">
          {next === main ? words.uses[next.use] : words.versionIn(next.version, words.uses[next.use])}
        </span>
      )}
    </>
  );
}

const USE_COLORS: Readonly<Record<VersionUse, string>> = {
  draft: 'gray',
  trial: 'accent',
  'in-use': 'success',
  closed: 'gray',
};

/** What a version is used for. */
export function VersionName({ use }: { readonly use: VersionUse }) {
  const color = USE_COLORS[use];
  const tone = color === 'gray' ? { c: 'var(--ink2)', bg: 'var(--line)' } : { c: `var(--${color})` };
  return (
    <Badge variant="light" size="sm" tt="none" fw={600} color={color} {...tone}>
      {words.uses[use]}
    </Badge>
  );
}

const SHOWN_CHIPS = 3;

export function StatusChips({ analysers }: Pick<ListedKit, 'analysers'>) {
  if (analysers.length === 0) return <span className={styles['none']}>{words.noAnalyser}</span>;
  const more = analysers.slice(SHOWN_CHIPS);
  return (
    <span className={styles['chips']}>
      {analysers.slice(0, SHOWN_CHIPS).map(({ name, status }) => (
        <Chip key={name} name={name} status={status} />
      ))}
      {more.length > 0 && (
        <FullText
          isAlways
          full={more.map(({ name, status }) => `${name}: ${text.step1.kitStatus[status]}`).join('; ')}
        >
          <span className={styles['chip']}>{words.more(more.length)}</span>
        </FullText>
      )}
    </span>
  );
}

function Chip({ name, status }: { readonly name: string; readonly status: KitStatus }) {
  const Icon = STATUS_ICONS[status];
  return (
    <span className={styles['chip']} data-status={status} title={`${name}: ${text.step1.kitStatus[status]}`}>
      <Icon size={12} stroke={2} aria-hidden />
      {name}
      <span className="visually-hidden">{text.step1.kitStatus[status]}</span>
    </span>
  );
}

interface LotsOfKitProps {
  readonly active: number;
  readonly nextExpiry: string | null;
  readonly trial?: number;
  readonly today: string;
}

/** The number of active lots and the first expiry date. */
export function LotsOfKit({ active, nextExpiry, trial = 0, today }: LotsOfKitProps) {
  if (active === 0 || nextExpiry === null)
    return <span className={styles['none']}>{trial === 0 ? words.noLot : words.trialLots(trial)}</span>;
  return (
    <>
      {words.lots(active)}
      <FirstExpiry day={nextExpiry} today={today} />
    </>
  );
}

function FirstExpiry({ day, today }: { readonly day: string; readonly today: string }) {
  const shown = `${styles['second'] ?? ''} ${styles['expiry'] ?? ''}`;
  if (day === DEFAULT_LOT_EXPIRATION)
    return (
      <span className={shown} data-tone="warning">
        {text.lots.noDate}
      </span>
    );
  const life = lotLife(day, today);
  return (
    <span className={shown} data-tone={{ good: undefined, soon: 'warning', expired: 'danger' }[life]}>
      {life === 'expired' ? words.expired(formatDay(day)) : words.next(formatDay(day))}
    </span>
  );
}

/** The number of runs and the date of the newest. */
export function Runs({ runs, lastRunOn }: { readonly runs: number; readonly lastRunOn: string | null }) {
  if (runs === 0) return <span className={styles['none']}>{words.noRun}</span>;
  return (
    <>
      {formatCount(runs)}
      {lastRunOn !== null && <span className={styles['second']}>{formatDay(lastRunOn)}</span>}
    </>
  );
}

/** The controls that a plate needs. */
export function ControlCounts({ version }: { readonly version: ListedVersion }) {
  const { negative, positive } = version.requiredControls;
  if (lacksControls(version))
    return (
      <span className={styles['missing']}>
        <IconAlertTriangle size={14} stroke={1.6} aria-hidden />
        {words.noControls}
      </span>
    );
  return (
    <span className={styles['counts']} role="img" aria-label={words.controls(negative, positive)}>
      {negative > 0 && (
        <span>
          <SampleShape type="NEGATIVE_TEST" size={12} /> {negative}
        </span>
      )}
      {positive > 0 && (
        <span>
          <SampleShape type="POSITIVE_TEST" size={12} /> {positive}
        </span>
      )}
    </span>
  );
}

/** What the signs of the list mean. */
export function KitLegend() {
  return (
    <div className={styles['legend']} aria-hidden>
      {STATUSES.map((status) => {
        const Icon = STATUS_ICONS[status];
        return (
          <span key={status}>
            <Icon size={13} stroke={1.8} />
            {text.step1.kitStatus[status]}
          </span>
        );
      })}
      <span>
        <SampleShape type="NEGATIVE_TEST" size={12} />
        {words.negative}
      </span>
      <span>
        <SampleShape type="POSITIVE_TEST" size={12} />
        {words.positive}
      </span>
    </div>
  );
}
