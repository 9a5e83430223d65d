import type { Delivery } from '@curvewell/contracts';
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
import { formatBytes, formatDateTime, formatSeconds } from '../../shared/format.ts';
import { paths } from '../../shared/paths.ts';
import { FullText } from '../../shared/ui/full-text.tsx';
import { StateBadge } from '../../shared/ui/state-badge.tsx';
import { tellSent } from '../../shared/ui/tell-sent.ts';
import { triesOf } from './delivery-tries.ts';
import styles from './file-transfer.module.css';
import { useNow } from './use-now.ts';

const words = text.fileTransfer.deliveries;
const COLUMNS = 8;
const TRY_ICONS = { failed: IconX, sent: IconCheck, sending: IconClock, waiting: IconClock } as const;

/** A run on its way, and under it, unfolded, every step of every try. */
export function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const [isOpen, setOpen] = useState(false);
  const { runId, businessId, isArchived, approvedAt, files, happened, state } = delivery;
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
            onClick={() => {
              setOpen(!isOpen);
            }}
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
        <Table.Td>
          <Tries delivery={delivery} />
        </Table.Td>
        <Table.Td>
          <DeliveryState delivery={delivery} />
        </Table.Td>
        <Table.Td>{happened !== null && <FullText full={happened} />}</Table.Td>
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

function Tries({ delivery }: { readonly delivery: Delivery }) {
  const tries = triesOf(delivery);
  const told = tries.map((each, index) => words.try(index + 1, words.tryWords[each])).join(', ');
  return (
    <span className={styles['tries']} role="img" aria-label={told} title={told}>
      {tries.map((each, index) => {
        const Icon = TRY_ICONS[each];
        return (
          <i key={index} data-try={each}>
            <Icon size={11} stroke={2} aria-hidden />
          </i>
        );
      })}
    </span>
  );
}

const LOOKS = {
  SENT: { color: 'success', Icon: IconCheck },
  NOT_SENT: { color: 'danger', Icon: IconX },
  SENDING: { color: 'accent', Icon: IconClock },
  WAITING: { color: 'warning', Icon: IconClock },
} as const;

function DeliveryState({ delivery }: { readonly delivery: Delivery }) {
  const now = useNow(delivery.state === 'WAITING');
  return <StateBadge look={LOOKS[delivery.state]}>{stateWords(delivery, now)}</StateBadge>;
}

function stateWords({ state, nextTryAt, sendingFile, files }: Delivery, now: number): string {
  if (state === 'SENT') return words.sent;
  if (state === 'NOT_SENT') return words.isNotSent;
  if (state === 'SENDING') return words.sending(sendingFile, files.length);
  const left = nextTryAt === null ? 0 : Math.ceil((Date.parse(nextTryAt) - now) / 1000);
  return left <= 0 ? words.waits : words.nextTry(words.minutes(Math.floor(left / 60), left % 60));
}

function SendAgain({ delivery: { runId, businessId, state } }: { readonly delivery: Delivery }) {
  const { sendFiles, isPending } = useSendRunFiles(runId);
  const act = state === 'WAITING' ? words.tryNow : words.again;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={13} stroke={1.6} />}
      loading={isPending}
      aria-label={words.actOf(act, businessId)}
      onClick={() => void tellSent(sendFiles(), businessId)}
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
