import { Button, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useState, type Ref } from 'react';
import { Link } from 'react-router-dom';

import { useCan } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { formatCount, formatDateTime, formatDay } from '../../shared/format/format.ts';
import { TrialMark } from '../../shared/ui/badges/trial-mark.tsx';
import styles from './dashboard.module.css';
import { dashboardParts, type DashboardLine, type DashboardPart } from './dashboard-sections.tsx';
import type { DashboardState } from './use-dashboard.ts';
import { useSendRunFiles } from '../../data/deliveries.ts';
import { toastSent } from '../../shared/ui/messages/toast-sent.ts';

const words = text.dashboard;

/** The user's open tasks above the run list, until closed for the day. */
export function DashboardPanel({
  state: { day, dashboard, isAwaited, isOpen, close },
  ref,
}: {
  readonly state: DashboardState;
  readonly ref: Ref<HTMLElement>;
}) {
  const can = useCan();
  const [isUnfolded, unfold] = useState(false);
  // Its reserved space, so that the rows below do not move when it has loaded.
  if (isAwaited) return <div className={styles['panel']} data-folded aria-busy />;
  if (!isOpen || dashboard === null) return null;
  const { lastSeen, preparing } = dashboard;
  const parts = dashboardParts(dashboard, {
    day,
    canReadLots: can('READ_LOT_CONFIG_ADMIN'),
    canSend: can('WRITE_DIAGNOSTIC'),
  });
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={styles['panel']}
      aria-label={words.title}
      data-folded={!isUnfolded || undefined}
    >
      <div className={styles['head']}>
        <b>{words.day(dayjs(day).format('dddd'), formatDay(day))}</b>
        {lastSeen !== null && (
          <span className={styles['since']}>{words.since(formatDateTime(lastSeen))}</span>
        )}
        {preparing && <span role="status">{words.preparing(preparing.done, preparing.total)}</span>}
        {parts.length > 0 && (
          <Button
            className={styles['details'] ?? ''}
            size="xs"
            variant="subtle"
            aria-expanded={isUnfolded}
            rightSection={<IconChevronDown size={14} stroke={1.6} />}
            onClick={() => unfold(!isUnfolded)}
          >
            {text.common.details}
          </Button>
        )}
        <Button
          className={styles['close'] ?? ''}
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={14} stroke={1.6} />}
          onClick={close}
        >
          {words.close}
        </Button>
      </div>
      {parts.length > 0 && (
        <div className={styles['parts']}>
          {parts.map((part) => (
            <Part key={part.name} part={part} />
          ))}
        </div>
      )}
    </section>
  );
}

/** A count with its label and up to three items. On a phone a single line that unfolds. */
function Part({ part }: { readonly part: DashboardPart }) {
  const { name, icon: PartIcon, tone, count, sentence, lines, all, note } = part;
  const isNarrow = useMediaQuery('(width < 48em)');
  const [isUnfolded, unfold] = useState(false);
  const heading = (
    <>
      <span className={styles['number']}>
        <PartIcon size={18} stroke={1.6} aria-hidden className={styles[tone]} />
        {count !== null && formatCount(count)}
      </span>
      <span className={styles['sentence']}>{sentence}</span>
    </>
  );
  const more = (count ?? 0) - lines.length;
  return (
    <section className={styles['part']} data-part={name}>
      <h2 className={styles['heading']}>
        {isNarrow ? (
          <UnstyledButton
            className={styles['fold'] ?? ''}
            aria-expanded={isUnfolded}
            onClick={() => unfold(!isUnfolded)}
          >
            {heading}
          </UnstyledButton>
        ) : (
          heading
        )}
      </h2>
      {count === null && <p className={styles['fact']}>{words.failed}</p>}
      {note !== undefined && (!isNarrow || isUnfolded) && (
        <p className={styles['note']}>
          {note.to === null ? note.words : <Link to={note.to}>{note.words}</Link>}
        </p>
      )}
      {(!isNarrow || isUnfolded) && lines.length > 0 && (
        <ul className={styles['lines']}>
          {lines.slice(0, more > 0 ? 2 : 3).map((line) => (
            <Line key={line.key} line={line} />
          ))}
          {more > 0 && (
            <li className={styles['line']}>
              <Link to={all}>{words.more(formatCount(more + 1))}</Link>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function Line({ line }: { readonly line: DashboardLine }) {
  const { to, name, isCode = false, isTrial = false, sends, what, fact } = line;
  const code = isCode ? 'mono' : undefined;
  return (
    <li className={styles['line']}>
      {to === null ? (
        <span className={code}>{name}</span>
      ) : (
        <Link to={to} className={code}>
          {name}
        </Link>
      )}
      {isTrial && <TrialMark />}
      {sends && <SendAgain {...sends} />}
      {what !== undefined && <span className={styles['what']}>{what}</span>}
      <span className={styles['fact']}>{fact}</span>
    </li>
  );
}

function SendAgain({ runId, businessId }: { readonly runId: string; readonly businessId: number }) {
  const { sendFiles, isPending } = useSendRunFiles(runId);
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      loading={isPending}
      aria-label={text.sending.actOf(text.sending.again, businessId)}
      onClick={() => void toastSent(sendFiles(), { runId, businessId })}
    >
      {text.sending.again}
    </Button>
  );
}
