import { DELIVERY_FAULTS, type Delivery } from '@curvewell/domain';
import { ActionIcon, Anchor, Button, Table } from '@mantine/core';
import {
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconClock,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';

import { deliveryQueries, useSendRunFiles } from '../../data/deliveries.ts';
import { text } from '../../locale/text.ts';
import { attemptTime } from '../../shared/format/delivery-words.ts';
import { formatBytes, formatDateTime, formatSeconds } from '../../shared/format/format.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { FullText } from '../../shared/ui/lists/full-text.tsx';
import { StateBadge } from '../../shared/ui/badges/state-badge.tsx';
import { toastSent } from '../../shared/ui/messages/toast-sent.ts';
import styles from './file-transfer.module.css';

const words = text.fileTransfer.deliveries;
const COLUMNS = 8;

export function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const [isOpen, setOpen] = useState(false);
  const { runId, businessId, isArchived, approvedAt, files, state } = delivery;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={words.showLog(businessId)}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron size={14} stroke={1.6} />
          </ActionIcon>
        </Table.Td>
        <Table.Td>
          <Anchor
            component={Link}
            fw={600}
            fz="inherit"
            to={isArchived ? paths.archiveInterpretation(runId) : paths.runInterpretation(runId)}
          >
            {businessId}
          </Anchor>
        </Table.Td>
        <Table.Td>{approvedAt === null ? '' : formatDateTime(approvedAt)}</Table.Td>
        <Table.Td>{files.length === 0 ? '' : words.files(files.length, formatBytes(size))}</Table.Td>
        <Table.Td>{delivery.tries}</Table.Td>
        <Table.Td>
          <DeliveryState delivery={delivery} />
        </Table.Td>
        <Table.Td>
          <FullText full={whatHappened(delivery)} />
        </Table.Td>
        <Table.Td className={styles['act'] ?? ''}>
          {(state === 'WAITING' || state === 'NOT_SENT') && !isArchived && <SendAgain delivery={delivery} />}
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={COLUMNS} className={styles['log'] ?? ''}>
            <Log delivery={delivery} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

/** Why a delivery waits or stopped, with the server's message. */
function whatHappened({ fault, happened }: Delivery): string {
  if (fault === null) return happened ?? '';
  const { words: why } = DELIVERY_FAULTS[fault];
  const begun = `${why.charAt(0).toUpperCase()}${why.slice(1)}`;
  return happened === null || happened.startsWith(words.notTried) ? begun : words.because(begun, happened);
}

const LOOKS = {
  SENT: { color: 'success', Icon: IconCheck },
  NOT_SENT: { color: 'danger', Icon: IconX },
  SENDING: { color: 'accent', Icon: IconClock },
  WAITING: { color: 'warning', Icon: IconClock },
} as const;

function DeliveryState({ delivery }: { readonly delivery: Delivery }) {
  return <StateBadge look={LOOKS[delivery.state]}>{stateWords(delivery)}</StateBadge>;
}

function stateWords({ state, nextTryAt, sendingFile, files, fault }: Delivery): string {
  if (state === 'SENT') return words.sent;
  if (state === 'NOT_SENT') return fault === null ? words.isNotSent : words.stopped;
  if (state === 'SENDING') return words.sending(sendingFile, files.length);
  return nextTryAt === null || fault === null ? words.waits : words.nextAttempt(attemptTime(nextTryAt));
}

function SendAgain({ delivery: { runId, businessId, state } }: { readonly delivery: Delivery }) {
  const { sendFiles, isPending } = useSendRunFiles(runId);
  const act = state === 'WAITING' ? words.sendNow : text.sending.again;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={13} stroke={1.6} />}
      loading={isPending}
      aria-label={text.sending.actOf(act, businessId)}
      onClick={() => void toastSent(sendFiles(), { runId, businessId })}
    >
      {act}
    </Button>
  );
}

function Log({ delivery: { runId, tries, state, sendingFile } }: { readonly delivery: Delivery }) {
  const { data } = useQuery(deliveryQueries.log(runId, `${tries} ${state} ${sendingFile}`));
  if (data === undefined) return null;
  if (data.length === 0) return words.noLog;
  return (
    <ol className={styles['lines']}>
      {data.map((line, index) => (
        <li key={index} data-failed={!line.ok || undefined}>
          <time dateTime={line.at}>{formatSeconds(line.at)}</time>
          <span>{words.logLine(line.try, words.logSteps[line.step])}</span>
          <span>{line.message}</span>
        </li>
      ))}
    </ol>
  );
}
