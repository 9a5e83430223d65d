import { DEFAULT_LOT_EXPIRATION, type ListedLot, LOT_CONTROL_DAYS } from '@curvewell/domain';
import { Alert, Badge, Button, EmptyState } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconLock, IconX } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';

import { text } from '../../locale/text.ts';
import { formatCount, formatDay } from '../../shared/format/format.ts';
import { FullText, OwnPart } from '../../shared/ui/lists/full-text.tsx';
import { PickPages, type PickOrder, PickTable } from '../../shared/ui/lists/pick-table.tsx';
import { TrialMark } from '../../shared/ui/badges/trial-mark.tsx';
import { daysLeft, lotLife } from '../../shared/format/lot-life.ts';
import { lotAxis } from './lot-axis.ts';
import { TimeLegend, UseTime } from './lot-time.tsx';
import styles from './lots.module.css';
import type { LotSort } from './use-lots-address.ts';

const words = text.lots;
const ICON = { size: 12, stroke: 2, 'aria-hidden': true } as const;

interface LotPage {
  readonly content: readonly ListedLot[];
  readonly size: number;
  readonly totalElements: number;
}

type SortColumn = 'name' | 'kit' | 'expirationDate' | 'active';

interface LotLayout {
  /** The list of one version, which needs no column for it. */
  readonly isOfVersion: boolean;
  /** The kits of the laboratory alone; those of all laboratories have other ids. */
  readonly ownKits: ReadonlySet<string>;
  /** The form is open beside the list, so that only the essential columns have room. */
  readonly isBeside: boolean;
}

interface LotListProps {
  /** Null while loading. */
  readonly lots: LotPage | null;
  readonly waitingRows: number;
  /** Shown if there is no lot. */
  readonly empty: ReactNode;
  readonly today: string;
  readonly picked: string | null;
  readonly onPick: (lot: ListedLot) => void;
  /** Enter was pressed in a row, or it was clicked. */
  readonly onOpen: (by: 'enter' | 'click') => void;
  /** Why the selection cannot change now; null if it can. */
  readonly held: string | null;
  /** The page counts from 0. */
  readonly shown: { readonly page: number; readonly sort: LotSort };
  readonly onShow: (changed: { readonly page: number } | { readonly sort: LotSort }) => void;
  readonly layout: LotLayout;
  /** Measured to find how many rows fit. */
  readonly frame: Ref<HTMLDivElement>;
}

/** The lots of a version on a shared time axis, with the selected one. */
export function LotList(props: LotListProps) {
  const { lots, waitingRows, empty, today, picked, onPick, onOpen, held, shown, onShow, frame } = props;
  const { isOfVersion, isBeside, ownKits } = props.layout;
  const { page, sort } = shown;
  const isNarrow = useMediaQuery('(width < 75em)', undefined, { getInitialValueInEffect: false });
  /** Beside a form in a narrow window. */
  const isTight = isNarrow && isBeside;
  const rows = lots?.content ?? null;
  const axis = lotAxis(rows ?? [], today);
  const [column, direction] = sort.split(',') as [SortColumn, 'asc' | 'desc']; // validated when the address was read
  if (lots?.totalElements === 0) return <EmptyState description={empty} />;
  return (
    <>
      {held !== null && (
        <Alert
          className={styles['hold'] ?? ''}
          p={8}
          role="status"
          icon={<IconLock size={16} stroke={1.6} />}
        >
          {held}
        </Alert>
      )}
      <fieldset
        className={styles['list']}
        disabled={held !== null}
        aria-label={words.title}
        onKeyDown={({ key, target }) => {
          if (key === 'Enter' && target instanceof HTMLInputElement && target.type === 'radio')
            onOpen('enter');
        }}
      >
        <div ref={frame} className={styles['frame']}>
          <PickTable
            label={words.title}
            rows={rows}
            waitingRows={waitingRows}
            columns={[
              {
                label: words.columns.name,
                sort: 'name',
                width: 152,
                show: ({ name }) => <Name name={name} />,
              },
              ...(isOfVersion
                ? []
                : [
                    {
                      label: words.columns.kit,
                      sort: 'kit',
                      show: ({ kitVersion }: ListedLot) => (
                        <KitOfLot kitVersion={kitVersion} isOwn={ownKits.has(kitVersion.kit.id)} />
                      ),
                    } as const,
                  ]),
              {
                label: words.columns.expiry,
                sort: 'expirationDate',
                width: isNarrow ? 112 : 190,
                show: ({ expirationDate }) => <Expiry day={expirationDate} today={today} />,
              },
              ...(isTight
                ? []
                : [
                    {
                      label: words.columns.active,
                      ...(isOfVersion && { sort: 'active' as const }),
                      width: 136,
                      show: ({ active }: ListedLot) => <Active is={active} />,
                    },
                  ]),
              ...(isBeside
                ? []
                : [
                    {
                      label: words.columns.controls,
                      width: 176,
                      show: (lot: ListedLot) => <LotControls lot={lot} />,
                    },
                  ]),
              ...(isTight
                ? []
                : [
                    {
                      label: words.columns.runs,
                      isEnd: true,
                      width: 104,
                      show: ({ use }: ListedLot) => <LotRuns use={use} />,
                    },
                  ]),
              ...(isNarrow || isBeside
                ? []
                : [
                    {
                      label: words.columns.use,
                      ...(!isOfVersion && { width: '17%' }),
                      show: (lot: ListedLot) => <UseTime lot={lot} axis={axis} today={today} />,
                    },
                  ]),
            ]}
            nameOf={({ name }) => name}
            picked={picked}
            onOpen={() => onOpen('click')}
            onPick={(id) => {
              const lot = rows?.find((one) => one.id === id);
              if (lot !== undefined && held === null) onPick(lot);
            }}
            order={{ sort: column, direction }}
            onOrder={(order: PickOrder<SortColumn>) => {
              onShow({ sort: `${order.sort},${order.direction}` as LotSort }); // each column has only the sorts of its list
            }}
          />
        </div>
        {!isNarrow && !isBeside && <TimeLegend today={today} />}
        <PickPages
          label={words.pages}
          page={page + 1}
          pages={lots === null ? 1 : Math.ceil(lots.totalElements / lots.size)}
          onPage={(next) => onShow({ page: next - 1 })}
          count={lots === null ? '' : words.count(lots.totalElements)}
        />
      </fieldset>
    </>
  );
}

const Name = ({ name }: { readonly name: string }) => (
  <span className={`mono ${styles['name'] ?? ''}`} title={name}>
    {name}
  </span>
);

/** The kit of a lot in up to two lines, its version and whose it is. */
const KitOfLot = ({
  kitVersion: { kit, version },
  isOwn,
}: Pick<ListedLot, 'kitVersion'> & { readonly isOwn: boolean }) => (
  <span className={styles['kitOfLot']}>
    <FullText full={kit.name}>
      <OwnPart before="" own={kit.name} after="" />
    </FullText>
    <span className={styles['days']}>
      {version} · {isOwn ? words.own : words.shared}
    </span>
  </span>
);

/** Whether a control with the lot has failed lately. */
function LotControls({ lot: { use, controls } }: { readonly lot: ListedLot }) {
  if (controls === null) return '–';
  const { read, failed } = controls;
  if (failed !== null)
    return (
      <Badge
        size="sm"
        variant="light"
        color="danger"
        className={styles['mark'] ?? ''}
        title={words.controls.about(LOT_CONTROL_DAYS)}
        leftSection={<IconX {...ICON} />}
      >
        {failed.rule === null
          ? words.controls.failed(failed.run)
          : words.controls.rule(failed.rule, failed.run)}
      </Badge>
    );
  if (read === 'never')
    return <span className={styles['days']}>{use?.runs === 0 ? words.notUsed : words.controls.none}</span>;
  if (read === 'before')
    return <span className={styles['days']}>{words.controls.notLately(LOT_CONTROL_DAYS)}</span>;
  return (
    <span className={styles['active']} title={words.controls.about(LOT_CONTROL_DAYS)}>
      <IconCheck size={15} stroke={2} aria-hidden />
      {words.controls.good(LOT_CONTROL_DAYS)}
    </span>
  );
}

function LotRuns({ use }: Pick<ListedLot, 'use'>) {
  if (use === null) return '–';
  if (use.runs === 0) return <span className={styles['days']}>{words.noRun}</span>;
  return (
    <>
      {formatCount(use.runs)}
      {use.lastRunOn !== null && <span className={styles['last']}>{formatDay(use.lastRunOn)}</span>}
    </>
  );
}

/** The expiry date and the time left. */
function Expiry({ day, today }: { readonly day: string; readonly today: string }) {
  if (day === DEFAULT_LOT_EXPIRATION) return <span className={styles['noDate']}>{words.noDate}</span>;
  const life = lotLife(day, today);
  const days = words.days(daysLeft(day, today));
  return (
    <span className={styles['expiry']}>
      {formatDay(day)}
      {life === 'good' ? (
        <span className={styles['days']}>{days}</span>
      ) : (
        <Badge
          size="sm"
          variant="light"
          className={styles['mark'] ?? ''}
          color={life === 'soon' ? 'warning' : 'danger'}
          leftSection={life === 'soon' ? <IconAlertTriangle {...ICON} /> : <IconX {...ICON} />}
        >
          {life === 'soon' ? days : words.expired}
        </Badge>
      )}
    </span>
  );
}

const Active = ({ is }: { readonly is: boolean }) => (
  <span className={styles['active']}>
    {is && <IconCheck size={15} stroke={2} aria-hidden />}
    {is ? words.activeState : words.inactiveState}
    {!is && <TrialMark />}
  </span>
);

export function NothingFound({ search, onClear }: { readonly search: string; readonly onClear: () => void }) {
  return (
    <>
      {words.noMatch(search)}{' '}
      <Button size="xs" variant="default" onClick={onClear}>
        {text.common.clearSearch}
      </Button>
    </>
  );
}
