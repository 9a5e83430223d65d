import {
  answeredOf,
  doubtfulWells,
  type CheckedWell,
  type DemandItem,
  type DoubtKind,
} from '@curvewell/contracts';
import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconEye, IconPencil } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

import { text } from '../../locale/text.ts';
import { formatTime } from '../../shared/format.ts';
import { unfoldAfter } from '../../shared/unfold.ts';
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
  const { check, demands, isChanged } = useOpenCheck();
  const { doubts, demands: rules, lastChange } = check;
  const isDoubtful = doubtfulWells(doubts, kind).length > 0;
  const demand = demands.find((one) => one.kind === kind);
  const whole = demand?.items.find(({ answered }) => answered === kind);
  const tone = isDoubtful ? TONES[kind] : 'success';
  const Icon = isDoubtful ? ICONS[kind] : IconCheck;
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
        {whole && demand?.demand === 'confirm' && kind !== 'nearBorder' && (
          <SeenBox item={whole} describedBy={headingId(kind)} />
        )}
      </div>
      {(isDoubtful || isFilled) && children}
      {whole && demand && demand.demand !== 'confirm' && <CheckReason demand={demand} item={whole} />}
    </section>
  );
}

function SeenBox({ item, describedBy }: { readonly item: DemandItem; readonly describedBy: string }) {
  const { isReadOnly, confirm } = useOpenCheck();
  const isSeen = !item.isOpen;
  return (
    <Checkbox
      size="xs"
      color="success"
      label={texts.seen}
      aria-describedby={describedBy}
      checked={isSeen}
      disabled={isReadOnly}
      onChange={(event) => {
        confirm(item, event.currentTarget.checked);
      }}
      classNames={{ root: classes['seen'] ?? '' }}
      data-seen={isSeen || undefined}
      wrapperProps={{ 'data-open': item.isOpen || undefined }}
    />
  );
}

interface AnsweredRowProps {
  readonly kind: DoubtKind;
  readonly well: CheckedWell;
  readonly children: ReactNode;
}

/** A well that is answered by itself: a box at the end of its row, or a reason under it. */
export function AnsweredRow({ kind, well, children }: AnsweredRowProps) {
  const demand = useOpenCheck().demands.find((one) => one.kind === kind);
  const item = demand?.items.find(({ answered }) => answered === answeredOf(kind, well));
  const id = `check-${kind}-${well.wellId}`;
  return (
    <div>
      <div className={classes['row']} id={id}>
        {children}
        {item && demand?.demand === 'confirm' && <SeenBox item={item} describedBy={id} />}
      </div>
      {item && demand && demand.demand !== 'confirm' && <CheckReason demand={demand} item={item} />}
    </div>
  );
}

/** Rows shown before the rest is asked for. */
const SHOWN = 12;

/** Rows of which a long list shows the first: “14 more”, unfolding in place. What is asked for is never folded away. */
export function Rows<Item>({
  items,
  isAsked = false,
  children,
}: {
  readonly items: readonly Item[];
  readonly isAsked?: boolean;
  readonly children: (item: Item) => ReactNode;
}) {
  const [isOpen, open] = useState(false);
  const shown = isOpen || isAsked ? items : items.slice(0, SHOWN);
  return (
    <>
      {shown.map(children)}
      {shown.length < items.length && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={({ currentTarget: { previousElementSibling: last } }) => {
            unfoldAfter(last, () => {
              open(true);
            });
          }}
        >
          {texts.more(items.length - shown.length)}
        </Button>
      )}
    </>
  );
}
