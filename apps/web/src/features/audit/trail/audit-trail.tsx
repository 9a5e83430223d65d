import { isSearchable, MAX_COUNTED_ENTRIES } from '@curvewell/contracts';
import { Button, EmptyState } from '@mantine/core';
import { IconShield } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import { auditQueries } from '../../../data/audit.ts';
import { text } from '../../../locale/text.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { usePageSize } from '../../../shared/hooks/use-page-size.ts';
import { Pages } from '../../../shared/ui/lists/pages.tsx';
import { type AuditView, defaultView, filterOf } from './audit-address.ts';
import styles from '../audit.module.css';
import { AuditTable } from './audit-table.tsx';

interface AuditTrailProps {
  readonly view: AuditView;
  readonly onView: (view: AuditView) => void;
  readonly hasLaboratories: boolean;
}

const words = text.audit;
const HEAD = 36;
const ROW = 52;
/** Room for two rows with names of one more line, so that the last row of a page is not cut. */
const LONGER_ROWS = 26;

export function AuditTrail({ view, onView, hasLaboratories }: AuditTrailProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = usePageSize(frame, HEAD + LONGER_ROWS, ROW);
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...auditQueries.list({ ...filterOf(view), page: view.page - 1, size: size ?? 15 }),
    enabled: size !== null && isSearchable(view.text),
  });
  const pages = Math.ceil(Math.min(data?.count ?? 0, MAX_COUNTED_ENTRIES) / (size ?? 15));
  return (
    <section className={styles['panel']} aria-label={words.title} aria-busy={isFetching}>
      <div ref={frame} className={styles['frame']} tabIndex={-1}>
        {!isSearchable(view.text) ? (
          <EmptyState
            pt={60}
            icon={<IconShield size={28} stroke={1.6} aria-hidden />}
            description={words.tooShort}
          />
        ) : isError ? (
          <div className={styles['failed']}>
            <span>{words.failed}</span>
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              {text.common.tryAgain}
            </Button>
          </div>
        ) : data?.rows.length === 0 && !isPlaceholderData ? (
          <EmptyState
            pt={60}
            icon={<IconShield size={28} stroke={1.6} aria-hidden />}
            description={words.empty}
          >
            <Button variant="default" onClick={() => onView({ ...defaultView(), from: '', to: '' })}>
              {words.filters.clear}
            </Button>
          </EmptyState>
        ) : (
          <AuditTable
            key={JSON.stringify(view)}
            rows={data?.rows ?? null}
            waitingRows={size ?? 15}
            hasLaboratories={hasLaboratories}
          />
        )}
      </div>
      <div className={styles['foot']}>
        <p>{words.exportNote}</p>
        <Pages
          label={words.pages}
          total={pages}
          page={view.page}
          onPage={(page) => onView({ ...view, page })}
        />
        <p role="status">
          {data && !isError && isSearchable(view.text) ? words.count(countText(data.count)) : ''}
        </p>
      </div>
    </section>
  );
}

/** `318`, or `over 1,000` beyond what the server counts. */
export const countText = (count: number): string | number =>
  count > MAX_COUNTED_ENTRIES
    ? text.audit.over(formatCount(MAX_COUNTED_ENTRIES))
    : count === 1
      ? 1
      : formatCount(count);
