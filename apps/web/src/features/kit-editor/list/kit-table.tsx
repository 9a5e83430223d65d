import type { ListedKit, ListedVersion } from '@curvewell/domain';
import { ActionIcon, Anchor, Table } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router-dom';

import { text } from '../../../locale/text.ts';
import { useRowOpening } from '../../../shared/hooks/use-row-opening.ts';
import { moveByRow } from '../../../shared/navigation/row-keys.ts';
import { ownerName } from '../../../shared/format/kit-options.ts';
import { TableHead } from '../../../shared/ui/lists/pick-table.tsx';
import {
  ControlCounts,
  KitName,
  LotsOfKit,
  Runs,
  StatusChips,
  VersionCell,
  VersionName,
} from './kit-list-cells.tsx';
import { type KitSort, kitLots, kitRuns, mainVersion, underWay } from './kit-list-rows.ts';
import styles from './kit-list.module.css';

const { columns, unfold, fold, openVersion, title } = text.kits.list;

interface Order {
  readonly sort: KitSort;
  readonly direction: 'asc' | 'desc';
}

interface KitTableProps {
  readonly rows: readonly ListedKit[];
  readonly today: string;
  readonly shown: Order;
  readonly onShow: (order: Order) => void;
  readonly editorAddress: (kitId: string, versionId?: string) => string;
}

/** The kits of a page; a row opens the editor and unfolds to its versions. */
export function KitTable({ rows, today, shown, onShow, editorAddress }: KitTableProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const setOpen = (kitId: string, isOpen: boolean): void =>
    setUnfolded((before) => new Set(isOpen ? [...before, kitId] : [...before].filter((id) => id !== kitId)));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (moveByRow(event)) return;
    const kitId =
      event.target instanceof Element && event.target.closest<HTMLElement>('[data-kit]')?.dataset['kit'];
    if (typeof kitId !== 'string' || !['ArrowRight', 'ArrowLeft'].includes(event.key)) return;
    event.preventDefault();
    setOpen(kitId, event.key === 'ArrowRight');
  };
  const head = { order: shown, onOrder: onShow };
  return (
    <Table
      stickyHeader
      layout="fixed"
      className={styles['table'] ?? ''}
      aria-label={title}
      onKeyDown={onKeyDown}
    >
      <Table.Thead className={styles['head'] ?? ''}>
        <Table.Tr>
          <Table.Td className={styles['colFold'] ?? ''} />
          <TableHead column={{ label: columns.kit, sort: 'name', className: styles['colKit'] }} {...head} />
          <TableHead column={{ label: columns.version, className: styles['colVersion'] }} {...head} />
          <TableHead column={{ label: columns.buffer, className: styles['colBuffer'] }} {...head} />
          <TableHead column={{ label: columns.owner, className: styles['colOwner'] }} {...head} />
          <TableHead column={{ label: columns.status }} {...head} />
          <TableHead
            column={{ label: columns.lots, sort: 'expiry', className: styles['colLots'] }}
            {...head}
          />
          <TableHead
            column={{ label: columns.runs, sort: 'runs', isEnd: true, className: styles['colRuns'] }}
            {...head}
          />
          <TableHead column={{ label: columns.controls, className: styles['colControls'] }} {...head} />
          <Table.Td className={styles['colGo'] ?? ''} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((kit) => {
          const isOpen = unfolded.has(kit.id);
          return (
            <Fragment key={kit.id}>
              <KitRow
                kit={kit}
                today={today}
                address={editorAddress(kit.id)}
                isOpen={isOpen}
                onOpen={(next) => setOpen(kit.id, next)}
              />
              {isOpen &&
                kit.versions.map((version) => (
                  <VersionRow
                    key={version.id}
                    kit={kit}
                    version={version}
                    today={today}
                    address={editorAddress(kit.id, version.id)}
                  />
                ))}
            </Fragment>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

interface KitRowProps {
  readonly kit: ListedKit;
  readonly today: string;
  readonly address: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

function KitRow({ kit, today, address, isOpen, onOpen }: KitRowProps) {
  const opening = useRowOpening(address);
  const main = mainVersion(kit);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Table.Tr className={styles['row'] ?? ''} data-kit={kit.id} {...opening}>
      <Table.Td className={styles['fold'] ?? ''}>
        {kit.versions.length > 0 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-expanded={isOpen}
            aria-label={(isOpen ? fold : unfold)(kit.name)}
            onClick={() => onOpen(!isOpen)}
          >
            <Chevron size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        )}
      </Table.Td>
      <Table.Td>
        <KitName kit={kit} address={address} />
      </Table.Td>
      <Table.Td>
        <VersionCell main={main} others={underWay(kit)} />
      </Table.Td>
      <Table.Td className={styles['buffer'] ?? ''}>{kit.buffers.join(', ')}</Table.Td>
      <Table.Td className={styles['owner'] ?? ''} data-all={kit.owner === null || undefined}>
        {ownerName(kit)}
      </Table.Td>
      <Table.Td>
        <StatusChips analysers={kit.analysers} />
      </Table.Td>
      <Table.Td>
        <LotsOfKit {...kitLots(kit)} today={today} />
      </Table.Td>
      <Table.Td className={styles['end'] ?? ''}>
        <Runs {...kitRuns(kit)} />
      </Table.Td>
      <Table.Td className={styles['controls'] ?? ''}>
        {main !== null && <ControlCounts version={main} />}
      </Table.Td>
      <Table.Td className={styles['go'] ?? ''}>
        <IconChevronRight size={16} stroke={1.6} aria-hidden />
      </Table.Td>
    </Table.Tr>
  );
}

interface VersionRowProps {
  readonly kit: ListedKit;
  readonly version: ListedVersion;
  readonly today: string;
  readonly address: string;
}

function VersionRow({ kit, version, today, address }: VersionRowProps) {
  const opening = useRowOpening(address);
  return (
    <Table.Tr className={styles['versionRow'] ?? ''} data-kit={kit.id} {...opening}>
      <Table.Td />
      <Table.Td colSpan={2}>
        <Anchor
          component={Link}
          to={address}
          className={styles['open'] ?? ''}
          aria-label={openVersion(kit.name, version.version)}
          data-row-link
        >
          {version.version}
        </Anchor>{' '}
        <VersionName use={version.use} />
      </Table.Td>
      <Table.Td className={styles['buffer'] ?? ''} />
      <Table.Td className={styles['owner'] ?? ''} />
      <Table.Td />
      <Table.Td>
        <LotsOfKit
          active={version.activeLots}
          nextExpiry={version.nextExpiry}
          trial={version.trialLots}
          today={today}
        />
      </Table.Td>
      <Table.Td className={styles['end'] ?? ''}>
        <Runs runs={version.runs} lastRunOn={version.lastRunOn} />
      </Table.Td>
      <Table.Td className={styles['controls'] ?? ''}>
        <ControlCounts version={version} />
      </Table.Td>
      <Table.Td className={styles['go'] ?? ''}>
        <IconChevronRight size={16} stroke={1.6} aria-hidden />
      </Table.Td>
    </Table.Tr>
  );
}
