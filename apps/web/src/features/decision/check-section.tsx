import {
  answeredOf,
  isDoubtful,
  type CheckedWell,
  type DemandItem,
  type DoubtKind,
  type FactKind,
} from '@curvewell/domain';
import { Anchor, Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconEye, IconMinus, IconPencil } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { text } from '../../locale/text.ts';
import { formatTime } from '../../shared/format/format.ts';
import { unfoldAfter } from '../../shared/ui/lists/unfold.ts';
import { wellRangesText } from '../../shared/format/well-ranges.ts';
import { wellsToAddress } from '../plate/selection/wells-in-address.ts';
import { useOpenCheck } from './check-context.ts';
import { CheckReason } from './check-reason.tsx';
import classes from './check.module.css';
import { headingId } from './heading-id.ts';

const texts = text.decision;

/** How a section looks: `calm` is as it should be, `none` says that there is nothing of it, `noted` asks for nothing. */
export type SectionLook = 'danger' | 'warning' | 'seen' | 'noted' | 'calm' | 'none';

const LOOKS = {
  danger: { Icon: IconAlertTriangle, tone: 'danger' },
  warning: { Icon: IconAlertTriangle, tone: 'warning' },
  seen: { Icon: IconEye, tone: 'warning' },
  noted: { Icon: IconPencil, tone: 'ink2' },
  calm: { Icon: IconCheck, tone: 'success' },
  none: { Icon: IconMinus, tone: 'ink2' },
} as const satisfies Record<SectionLook, object>;

interface CheckSectionProps {
  /** All are of one section. */
  readonly kinds: readonly [DoubtKind, ...DoubtKind[]];
  readonly look: SectionLook;
  readonly title: string;
  /** Beside the title, in the tone of the section: “1 of 4 failed”. */
  readonly count?: string;
  readonly note?: ReactNode;
  /** What the laboratory asks for in the whole section. */
  readonly rule?: string | null;
  /** At the end of the head. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** A part of the check. One with nothing to look at is one line. */
export function CheckSection({ kinds, look, title, count, note, rule, action, children }: CheckSectionProps) {
  const { check, isChanged } = useOpenCheck();
  const { lastChange } = check;
  const { Icon, tone } = LOOKS[look];
  const id = headingId(kinds[0]);
  return (
    <section aria-labelledby={id} className={classes['section']} data-look={look}>
      <div className={classes['section-head']}>
        <h3 id={id} tabIndex={-1}>
          <Icon size={17} stroke={1.6} color={`var(--${tone})`} aria-hidden />
          {title} {count !== undefined && <span style={{ color: `var(--${tone})` }}>{count}</span>}
        </h3>
        {note !== undefined && <span className={classes['note']}>{note}</span>}
        {lastChange && kinds.some(isChanged) && (
          <span className={classes['changed']}>
            <IconAlertTriangle size={14} stroke={1.6} aria-hidden />{' '}
            {texts.changedAt(formatTime(lastChange.at))}
          </span>
        )}
        <span className={classes['end']}>
          {rule && <span className={classes['rule']}>{texts.rule(rule)}</span>}
          {action}
        </span>
      </div>
      {children}
    </section>
  );
}

/** The rule of each kind in a section, or the one that all of them share. */
export interface SectionRules {
  readonly shared: string | null;
  /** Null where the head of the section says it. */
  readonly of: (kind: DoubtKind) => string | null;
}

export function useSectionRules(kinds: readonly DoubtKind[]): SectionRules {
  const { doubts, demands } = useOpenCheck().check;
  const rules = new Set(kinds.filter((kind) => isDoubtful(doubts, kind)).map((kind) => demands[kind]));
  const isShared = rules.size === 1;
  const [first = null] = rules;
  return {
    shared: isShared ? first : null,
    of: (kind) => (isShared ? null : (demands[kind] ?? null)),
  };
}

interface AnswerProps {
  readonly kind: DoubtKind;
}

const useDemand = (kind: DoubtKind) => useOpenCheck().demands.find((one) => one.kind === kind);
const useWholeItem = (kind: DoubtKind): DemandItem | undefined =>
  useDemand(kind)?.items.find(({ answered }) => answered === kind);

/** The box by which a user confirms that they have seen a kind as a whole, if that is what is requested. */
export function KindSeen({ kind, count, describedBy }: AnswerProps & SeenBoxLabel) {
  const demand = useDemand(kind);
  const item = useWholeItem(kind);
  // Each of those near a border is looked at instead.
  if (kind === 'nearBorder' || demand?.demand !== 'confirm' || item === undefined) return null;
  return <SeenBox kind={kind} item={item} count={count} describedBy={describedBy} />;
}

/** The reason that a kind as a whole asks for, if it does. */
export function KindReason({ kind }: AnswerProps) {
  const demand = useDemand(kind);
  const item = useWholeItem(kind);
  return demand === undefined || demand.demand === 'confirm' || item === undefined ? null : (
    <CheckReason demand={demand} item={item} />
  );
}

interface SeenBoxLabel {
  /** Of what is seen by one tick. */
  readonly count: number;
  readonly describedBy: string;
}

function SeenBox({ kind, item, count, describedBy }: AnswerProps & SeenBoxLabel & { item: DemandItem }) {
  const { isReadOnly, confirm } = useOpenCheck();
  const isSeen = !item.isOpen;
  return (
    <Checkbox
      size="xs"
      color="success"
      label={texts.seen(count)}
      aria-describedby={describedBy}
      checked={isSeen}
      disabled={isReadOnly}
      onChange={(event) => {
        confirm(item, event.currentTarget.checked);
      }}
      classNames={{ root: classes['seen'] ?? '' }}
      data-seen={isSeen || undefined}
      wrapperProps={{ 'data-answer': kind, 'data-open': item.isOpen || undefined }}
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
  const demand = useDemand(kind);
  const item = demand?.items.find(({ answered }) => answered === answeredOf(kind, well));
  const id = `check-${kind}-${well.wellId}`;
  return (
    <div>
      <div className={classes['row']} id={id}>
        {children}
        {item && demand?.demand === 'confirm' && (
          <SeenBox kind={kind} item={item} count={1} describedBy={id} />
        )}
      </div>
      {item && demand && demand.demand !== 'confirm' && <CheckReason demand={demand} item={item} />}
    </div>
  );
}

interface FactRowsProps {
  readonly kind: FactKind;
  readonly rule: string | null;
  readonly rows: readonly { readonly sentence: string; readonly link?: ReactNode }[];
}

/** Facts of a kind, one row each; the last has the answer to all of them. */
export function FactRows({ kind, rule, rows }: FactRowsProps) {
  const id = `check-facts-${kind}`;
  if (rows.length === 0) return null;
  return (
    <div>
      <div id={id}>
        {rows.map(({ sentence, link }, index) => (
          <div key={sentence} className={classes['row']}>
            <span className={classes['why']}>{sentence}</span>
            {link}
            {index === rows.length - 1 && (
              <span className={classes['end']}>
                {rule !== null && <span className={classes['rule']}>{texts.rule(rule)}</span>}
                <KindSeen kind={kind} count={rows.length} describedBy={id} />
              </span>
            )}
          </div>
        ))}
      </div>
      <KindReason kind={kind} />
    </div>
  );
}

/** The wells that a fact is about, as a link to them. */
export function FactWells({ positions }: { readonly positions: readonly string[] }) {
  const { wellAddress } = useOpenCheck();
  if (positions.length === 0) return null;
  return (
    <Anchor
      component={Link}
      to={wellAddress({ position: wellsToAddress(positions) })}
      className={classes['position'] ?? ''}
    >
      {wellRangesText(positions)}
    </Anchor>
  );
}

/** Rows shown before the rest is requested. */
const SHOWN = 12;

/** Rows of which a long list shows the first: “14 more”, unfolding in place. What is requested is never folded away. */
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
