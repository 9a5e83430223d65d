import { MAX_COUNTED_ENTRIES } from '@curvewell/contracts';
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';

import { auditQueries } from '../../../data/audit.ts';
import { text } from '../../../locale/text.ts';
import { formatDate, formatSeconds } from '../../../shared/format/format.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { usePageSize } from '../../../shared/hooks/use-page-size.ts';
import { Pages } from '../../../shared/ui/lists/pages.tsx';
import { type AuditView, filterOf } from './audit-address.ts';
import styles from '../audit.module.css';
import { countText } from './audit-trail.tsx';

const words = text.audit.readings;
const HEAD = 36;
const ROW = 37;
const USUAL_SIZE = 15;

interface ReadingListProps {
  readonly view: AuditView;
  readonly onView: (view: AuditView) => void;
}

/** The view log: who opened which run, and searches. The audit trail does not contain them. */
export function ReadingList({ view, onView }: ReadingListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = usePageSize(frame, HEAD, ROW);
  const { what: _, ...filter } = filterOf(view);
  const { data, isError, isFetching, refetch } = useQuery({
    ...auditQueries.readings({ ...filter, page: view.page - 1, size: size ?? USUAL_SIZE }),
    enabled: size !== null,
  });
  const pages = Math.ceil(Math.min(data?.count ?? 0, MAX_COUNTED_ENTRIES) / (size ?? USUAL_SIZE));
  return (
    <section className={styles['panel']} aria-label={words.title} aria-busy={isFetching}>
      <h2 className={styles['readingsTitle']}>{words.title}</h2>
      <p className={styles['readingsNote']}>{words.note}</p>
      <div ref={frame} className={styles['frame']} tabIndex={-1}>
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
          <table className={styles['readings']} aria-label={words.title}>
            <thead>
              <tr>
                <th scope="col" className={styles['when']}>
                  {words.at}
                </th>
                <th scope="col">{words.who}</th>
                <th scope="col">{words.what}</th>
                <th scope="col">{words.of}</th>
              </tr>
            </thead>
            <tbody>
              {(data?.rows ?? []).map(({ id, at, userName, what, subject, run }) => (
                <tr key={id}>
                  <td>
                    {formatDate(at)} {formatSeconds(at)}
                  </td>
                  <td>{userName}</td>
                  <td>{words.kinds[what]}</td>
                  <td>
                    {run === null ? (
                      subject
                    ) : run.businessId === null ? (
                      words.deletedRun
                    ) : (
                      <Anchor component={Link} to={paths.runHistory(run.id)} fz="inherit">
                        {words.run(run.businessId)}
                      </Anchor>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      <div className={styles['foot']}>
        <p role="status">{data && !isError ? text.audit.count(countText(data.count)) : ''}</p>
        <Pages
          label={words.pages}
          total={pages}
          page={view.page}
          onPage={(page) => onView({ ...view, page })}
        />
      </div>
    </section>
  );
}
