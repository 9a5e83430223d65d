import { doubtfulWells, type DoubtKind } from '@curvewell/contracts';
import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconEye, IconPencil } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

import { text } from '../../locale/text.ts';
import { formatTime } from '../../shared/format.ts';
import { useOpenCheck } from './check-context.ts';
import { CheckReason } from './check-reason.tsx';
import classes from './check.module.css';

const texts = text.decision;

const ICONS = {
  ...{ failedControls: IconAlertTriangle, standards: IconAlertTriangle, unresolved: IconAlertTriangle },
  ...{ changedByHand: IconPencil, nearBorder: IconEye },
} as const;
const TONES = {
  ...{ failedControls: 'danger', standards: 'danger', unresolved: 'warning' },
  ...{ changedByHand: 'ink2', nearBorder: 'warning' },
} as const;

/** The heading of a section: what a demand leads to. */
export const headingId = (kind: DoubtKind): string => `check-${kind}`;

interface CheckSectionProps {
  readonly kind: DoubtKind;
  /** Beside the heading: “1 of 10”. */
  readonly count: string;
  readonly children: ReactNode;
  /** In place of the box to tick. */
  readonly action?: ReactNode;
  /** Whether there is something in it to look at although nothing is doubtful. */
  readonly isFilled?: boolean;
}

/** One kind of doubt, with the laboratory's rule and the answer to it. A section with nothing is one green line. */
export function CheckSection({ kind, count, children, action, isFilled = false }: CheckSectionProps) {
  const { check, answers, demands, isReadOnly, isChanged, confirm } = useOpenCheck();
  const { doubts, demands: rules, lastChange } = check;
  const isDoubtful = doubtfulWells(doubts, kind).length > 0;
  const demand = demands.find((one) => one.kind === kind);
  const tone = isDoubtful ? TONES[kind] : 'success';
  const Icon = isDoubtful ? ICONS[kind] : IconCheck;
  const isTicked = demand?.demand === 'confirm' && kind !== 'nearBorder';
  return (
    <section
      aria-labelledby={headingId(kind)}
      className={classes['section']}
      data-failed={(kind === 'failedControls' && isDoubtful) || undefined}
    >
      <div className={classes['section-head']}>
        <h3 id={headingId(kind)} tabIndex={-1}>
          <Icon size={17} stroke={1.6} color={`var(--${tone})`} aria-hidden />
          {isDoubtful || isFilled ? texts.sections[kind] : texts.nothing[kind]}
          {(isDoubtful || isFilled) && <span style={{ color: `var(--${tone})` }}>{count}</span>}
        </h3>
        {isChanged(kind) && lastChange && (
          <span className={classes['changed']}>
            <IconAlertTriangle size={14} stroke={1.6} aria-hidden />{' '}
            {texts.changedAt(formatTime(lastChange.at))}
          </span>
        )}
        <span className={classes['rule']}>
          {isDoubtful ? texts.rule(rules[kind]) : doubts.channels.join(' · ')}
        </span>
        {isDoubtful && action}
        {isTicked && (
          <Checkbox
            size="xs"
            color="success"
            label={texts.seen}
            aria-describedby={headingId(kind)}
            checked={answers.confirmed.includes(kind)}
            disabled={isReadOnly}
            onChange={(event) => {
              confirm(kind, event.currentTarget.checked);
            }}
            classNames={{ root: classes['seen'] ?? '' }}
            data-seen={answers.confirmed.includes(kind) || undefined}
          />
        )}
      </div>
      {(isDoubtful || isFilled) && children}
      {demand && demand.demand !== 'confirm' && <CheckReason demand={demand} />}
    </section>
  );
}

/** Rows shown before the rest is asked for. */
const SHOWN = 12;

/** Rows of which a long list shows the first: “14 more”, unfolding in place. */
export function Rows<Item>({
  items,
  children,
}: {
  readonly items: readonly Item[];
  readonly children: (item: Item) => ReactNode;
}) {
  const [isOpen, open] = useState(false);
  const shown = isOpen ? items : items.slice(0, SHOWN);
  return (
    <>
      {shown.map(children)}
      {shown.length < items.length && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => {
            open(true);
          }}
        >
          {texts.more(items.length - shown.length)}
        </Button>
      )}
    </>
  );
}
