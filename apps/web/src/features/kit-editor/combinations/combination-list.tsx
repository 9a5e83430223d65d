import { IN_NO_ZONE } from '@curvewell/domain';
import { Button, SegmentedControl } from '@mantine/core';
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { useNearView } from '../../../shared/hooks/use-near-view.ts';
import { useStable } from '../../../shared/hooks/use-stable.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import editor from '../kit-editor.module.css';
import styles from './combinations.module.css';
import { CombinationRow } from './combination-row.tsx';
import { OutsideRow } from './outside-row.tsx';
import { combinationLists, combinationWells, type Shown } from './rule-counts.ts';

const words = text.kits.combinations;
/** In longer lists a row is rendered when it is about to become visible. */
const BUILT_AT_ONCE = 40;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** The meaning of each combination of zones, and the number of the run's wells with it. */
export function CombinationList() {
  const { draft, evaluated, focus, onFocus } = useKitEditing();
  const [shown, setShown] = useState<Shown>('seen');
  const list = useRef<HTMLDivElement>(null);
  const lists = useMemo(() => combinationLists(draft, evaluated), [draft, evaluated]);
  const wellsOf = useMemo(() => combinationWells(evaluated), [evaluated]);
  const labels = lists[shown];
  const focused = focus?.kind === 'rule' ? focus.label : null;
  const entry = focused !== null && labels.includes(focused) ? focused : labels[0];
  const rest = lists.all.length - lists.seen.length;

  const go = (label: string | undefined): void => {
    if (label === undefined) return;
    onFocus({ kind: 'rule', label });
    list.current?.querySelector<HTMLElement>(`[data-combination="${label}"]`)?.focus();
  };
  const onKeyDown = useStable((event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.altKey) return;
    const at = labels.indexOf(event.currentTarget.dataset['combination'] ?? '');
    const step = STEPS[event.key];
    if (step !== undefined) go(labels[Math.min(labels.length - 1, Math.max(0, at + step))]);
    else if (event.key === 'Home') go(labels[0]);
    else if (event.key === 'End') go(labels.at(-1));
    else if (event.key === 'Enter') event.currentTarget.querySelector<HTMLElement>('input')?.focus();
    else return;
    event.preventDefault();
  });
  const onRowFocus = useStable((label: string) => {
    if (focus?.kind !== 'rule' || focus.label !== label) onFocus({ kind: 'rule', label });
  });

  return (
    <section className={editor['card']} aria-labelledby="combinations-title">
      <div className={editor['bar']}>
        <h2 id="combinations-title" className={editor['title']}>
          {words.title}
        </h2>
        <SegmentedControl
          size="xs"
          ml="auto"
          aria-label={words.filter}
          value={shown}
          onChange={setShown}
          data={[
            { value: 'seen', label: words.seen(lists.seen.length) },
            { value: 'without', label: words.without(lists.without.length) },
            { value: 'all', label: words.all(lists.all.length) },
          ]}
        />
      </div>
      <div className={styles['rule-heads']} aria-hidden>
        <span>{words.zonesHit}</span>
        <span>{evaluated && words.curves}</span>
        <span>{words.diagnostic}</span>
        <span>{evaluated && words.wells}</span>
      </div>
      <div ref={list} role="list" aria-label={words.list} className={styles['rules']}>
        {labels.map((label) => (
          <Row
            key={label}
            label={label}
            isLate={labels.length > BUILT_AT_ONCE}
            isFocused={label === focused}
            tabIndex={label === entry ? 0 : -1}
            wellsOf={wellsOf}
            onKeyDown={onKeyDown}
            onFocus={onRowFocus}
          />
        ))}
        <OutsideRow counts={wellsOf(IN_NO_ZONE)} />
        {shown === 'seen' && rest > 0 && (
          <div role="listitem" className={styles['rest']}>
            {evaluated === null ? words.setRest(rest) : words.rest(rest)}
            <Button variant="subtle" size="compact-sm" onClick={() => setShown('all')}>
              {words.show}
            </Button>
          </div>
        )}
      </div>
      {labels.length === 0 && <p className={editor['empty']}>{words.nothing}</p>}
    </section>
  );
}

interface RowProps {
  readonly label: string;
  readonly isLate: boolean;
  readonly isFocused: boolean;
  readonly tabIndex: number;
  readonly wellsOf: ReturnType<typeof combinationWells>;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: (label: string) => void;
}

const Row = memo(function Row({ label, isLate, wellsOf, onFocus, ...row }: RowProps) {
  const { ref, isNear } = useNearView<HTMLDivElement>(isLate);
  if (!isNear) {
    return (
      <div
        ref={ref}
        role="listitem"
        aria-label={label}
        data-combination={label}
        tabIndex={row.tabIndex}
        className={styles['rule']}
        onKeyDown={row.onKeyDown}
      />
    );
  }
  return <CombinationRow label={label} counts={wellsOf(label)} {...row} onFocus={() => onFocus(label)} />;
});
