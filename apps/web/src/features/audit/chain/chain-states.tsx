import type { ChainState } from '@curvewell/domain';
import { ActionIcon, Alert, Group, Loader } from '@mantine/core';
import { IconAlertTriangle, IconRefresh, IconShield } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { auditQueries } from '../../../data/audit.ts';
import { text } from '../../../locale/text.ts';
import { formatCount, formatDateTime } from '../../../shared/format/format.ts';
import { StateBadge } from '../../../shared/ui/badges/state-badge.tsx';
import styles from '../audit.module.css';

const words = text.audit;
const GOOD = { color: 'success', Icon: IconShield } as const;
const BAD = { color: 'danger', Icon: IconAlertTriangle } as const;

export const useChainStates = (laboratoryId: string | null) =>
  useQuery(auditQueries.verified(laboratoryId ?? undefined));

/** Whether an audit trail is intact, in words. */
export function ChainBadge({ states }: { readonly states: readonly ChainState[] }) {
  const broken = states.find(({ fault }) => fault !== null);
  if (broken) return <StateBadge look={BAD}>{brokenChainText(broken)}</StateBadge>;
  const entries = states.reduce((sum, state) => sum + state.entries, 0);
  const at = states.map(({ checkedAt }) => checkedAt).toSorted()[0] ?? '';
  return <StateBadge look={GOOD}>{words.unbrokenAt(formatCount(entries), formatDateTime(at))}</StateBadge>;
}

export function brokenChainText({ fault }: Pick<ChainState, 'fault'>): string {
  const number = fault?.number ?? null;
  return number === null ? words.broken : words.brokenAt(formatCount(number));
}

/** The result of the last verification of an audit trail, with a button to repeat it. */
export function CheckedChain({ laboratoryId }: { readonly laboratoryId: string | null }) {
  const { data, isFetching, refetch } = useChainStates(laboratoryId);
  return (
    <Group gap={12}>
      {isFetching ? (
        <span role="status" className={styles['act']}>
          <Loader size={14} /> {words.checking}
        </span>
      ) : (
        data && <ChainBadge states={data} />
      )}
      <ActionIcon
        variant="default"
        size={32}
        aria-label={words.checkAgain}
        title={words.checkAgain}
        disabled={isFetching}
        onClick={() => void refetch()}
      >
        <IconRefresh size={15} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** Warns of each audit trail that is not intact. Cannot be dismissed. */
export function BrokenChains({ laboratoryId }: { readonly laboratoryId: string | null }) {
  const { data = [] } = useChainStates(laboratoryId);
  return data
    .filter(({ fault }) => fault !== null)
    .map(({ chain, laboratory, fault }) => (
      <Alert
        key={chain}
        role="alert"
        color="danger"
        className={styles['broken'] ?? ''}
        icon={<IconAlertTriangle size={18} stroke={1.6} aria-hidden />}
        title={words.brokenTitle(laboratory ?? words.installation)}
      >
        {fault?.text} {words.exportFirst}. {words.contactAdministrator}
      </Alert>
    ));
}
