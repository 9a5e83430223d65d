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

/** `calm`: as it should be. `none`: nothing of its kind. `noted`: requires no answer. */
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
  readonly kinds: readonly [DoubtKind, ...DoubtKind[]];
  readonly look: SectionLook;
  readonly title: string;
  /** Beside the title, in the colour of the section: “1 of 4 failed”. */
  readonly count?: string;
  readonly note?: ReactNode;
  /** The laboratory's requirement for the whole section. */
  readonly rule?: string | null;
  /** At the end of the header. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** A section of the check. A section without findings is a single line. */
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

/** The rules of a section: one for all kinds, or one for each. */
export interface SectionRules {
  readonly shared: string | null;
  /** Null if the header already states the rule. */
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

/** The checkbox that confirms a whole kind as seen, if the rules require it. */
export function KindSeen({ kind, count, describedBy }: AnswerProps & SeenBoxLabel) {
  const demand = useDemand(kind);
  const item = useWholeItem(kind);
  // Borderline wells are confirmed on the plate instead.
  if (kind === 'nearBorder' || demand?.demand !== 'confirm' || item === undefined) return null;
  return <SeenBox kind={kind} item={item} count={count} describedBy={describedBy} />;
}

/** The field for the reason that a whole kind requires, if any. */
export function KindReason({ kind }: AnswerProps) {
  const demand = useDemand(kind);
  const item = useWholeItem(kind);
  return demand === undefined || demand.demand === 'confirm' || item === undefined ? null : (
    <CheckReason demand={demand} item={item} />
  );
}

interface SeenBoxLabel {
  /** Number of findings that the checkbox confirms. */
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
      onChange={(event) => confirm(item, event.currentTarget.checked)}
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

/** A well with an answer of its own: a checkbox at the end of its row, or a reason below it. */
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

/** The findings of a kind, one row each. The last row has the answer to all. */
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

/** Number of rows shown before “more”. */
const SHOWN = 12;

/** A long list shows only its first rows, with “14 more”. Rows that require an answer always show. */
export function Rows<Item>({
  items,
  isAsked = false,
  children,
}: {
  readonly items: readonly Item[];
  readonly isAsked?: boolean;
  readonly children: (item: Item, before: Item | undefined) => ReactNode;
}) {
  const [isOpen, open] = useState(false);
  const shown = isOpen || isAsked ? items : items.slice(0, SHOWN);
  return (
    <>
      {shown.map((item, index) => children(item, shown[index - 1]))}
      {shown.length < items.length && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={({ currentTarget: { previousElementSibling: last } }) =>
            unfoldAfter(last, () => open(true))
          }
        >
          {texts.more(items.length - shown.length)}
        </Button>
      )}
    </>
  );
}
