import { MOST_COUNTED_ENTRIES } from '@curvewell/contracts';
import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

import { auditQueries } from '../../data/audit.ts';
import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format.ts';
import { paths } from '../../shared/paths.ts';
import { Pages } from '../../shared/ui/pages.tsx';
import { type AuditView, filterOf } from './audit-address.ts';
import styles from './audit.module.css';

const words = text.audit.readings;
const PAGE_SIZE = 10;

interface ReadingListProps {
  readonly view: AuditView;
  readonly onView: (view: AuditView) => void;
}

/** Who opened which run, or searched: what the audit trail itself does not hold. */
export function ReadingList({ view, onView }: ReadingListProps) {
  const { what: _, ...filter } = filterOf(view);
  const { data, isError, refetch } = useQuery(
    auditQueries.readings({ ...filter, page: view.page - 1, size: PAGE_SIZE }),
  );
  const pages = Math.ceil(Math.min(data?.count ?? 0, MOST_COUNTED_ENTRIES) / PAGE_SIZE);
  return (
    <section className={styles['panel']} aria-label={words.title}>
      <h2 className={styles['readingsTitle']}>{words.title}</h2>
      <p className={styles['readingsNote']}>{words.note}</p>
      {isError ? (
        <div className={styles['failed']}>
          <span>{text.audit.failed}</span>
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            {text.common.tryAgain}
          </Button>
        </div>
      ) : data?.rows.length === 0 ? (
        <p className={styles['readingsNote']}>{words.empty}</p>
      ) : (
        <Table aria-label={words.title} striped>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.at}</Table.Th>
              <Table.Th>{words.who}</Table.Th>
              <Table.Th>{words.what}</Table.Th>
              <Table.Th>{words.of}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(data?.rows ?? []).map(({ id, at, userName, what, subject, run }) => (
              <Table.Tr key={id}>
                <Table.Td>{formatDateTime(at)}</Table.Td>
                <Table.Td>{userName}</Table.Td>
                <Table.Td>{words.kinds[what]}</Table.Td>
                <Table.Td>
                  {run === null ? (
                    subject
                  ) : run.businessId === null ? (
                    words.deletedRun
                  ) : (
                    <Link to={paths.runHistory(run.id)}>{words.run(run.businessId)}</Link>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Pages
        label={words.pages}
        total={pages}
        page={view.page}
        onPage={(page) => {
          onView({ ...view, page });
        }}
      />
    </section>
  );
}
