import { deliveryFilterSchema, type DeliveryFilter } from '@curvewell/contracts';
import { Button, EmptyState, SegmentedControl, Table } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { deliveryQueries, useSendNotSent } from '../../data/deliveries.ts';
import { text } from '../../locale/text.ts';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { Pages } from '../../shared/ui/lists/pages.tsx';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import styles from './file-transfer.module.css';
import { WaitingRows } from '../../shared/ui/screen/waiting.tsx';

const words = text.fileTransfer.deliveries;
const { columns } = words;
const HEADS = [
  [columns.run, 76],
  [columns.approved, 150],
  [columns.files, 116],
  [columns.tries, 60],
  [columns.state, 184],
  [columns.happened, undefined],
] as const;

export function DeliveriesCard() {
  const [filter, setFilter] = useState<DeliveryFilter>('all');
  const [page, setPage] = useState(0);
  const { data, isError, refetch } = useQuery(deliveryQueries.list({ filter, page }));
  const sendAll = useSendNotSent();
  const pages = data === undefined ? 1 : Math.max(1, Math.ceil(data.totalElements / data.size));
  return (
    <section className={styles['card']} data-wide aria-labelledby="deliveries-title">
      <div className={styles['bar']}>
        <h2 id="deliveries-title" className={styles['title']}>
          {words.title}
        </h2>
        <SegmentedControl
          size="xs"
          aria-label={words.filter}
          data={[
            { value: 'all', label: words.all },
            { value: 'waiting', label: words.waiting(data?.waiting ?? 0) },
            { value: 'not-sent', label: words.notSent(data?.notSent ?? 0) },
          ]}
          value={filter}
          onChange={(value) => {
            setFilter(deliveryFilterSchema.parse(value));
            setPage(0);
          }}
        />
        <span className={styles['end']}>
          <span className={styles['help']}>{words.note}</span>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} stroke={1.6} />}
            disabled={(data?.notSent ?? 0) === 0}
            loading={sendAll.isPending}
            onClick={() =>
              sendAll.mutate(undefined, {
                onSuccess: ({ runs }) => toastSuccess(words.sendingAll(runs)),
                onError: (error) => toastError(text.sending.notSentNow, error),
              })
            }
          >
            {words.sendAll}
          </Button>
        </span>
      </div>
      {isError ? (
        <ListFailed title={words.failed} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <WaitingRows rows={4} height={40} isBare />
      ) : data.content.length === 0 ? (
        <EmptyState description={words.emptyFilter[filter]} />
      ) : (
        <div className={styles['frame']} role="region" aria-label={words.table} tabIndex={0}>
          <Table className={styles['table'] ?? ''} layout="fixed" stickyHeader>
            <Table.Thead className={styles['head'] ?? ''}>
              <Table.Tr>
                <Table.Th scope="col" w={40}>
                  <span className="visually-hidden">{columns.log}</span>
                </Table.Th>
                {HEADS.map(([head, width]) => (
                  <Table.Th key={head} scope="col" w={width}>
                    {head}
                  </Table.Th>
                ))}
                <Table.Th scope="col" w={120}>
                  <span className="visually-hidden">{columns.acts}</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.content.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <Pages
        className={styles['pages'] ?? ''}
        label={words.pages}
        total={pages}
        page={page + 1}
        onPage={(next) => setPage(next - 1)}
      />
    </section>
  );
}
