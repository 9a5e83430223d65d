import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';

import { text } from '../../../locale/text.ts';
import { PlateAnnouncer } from '../../plate/layout/plate-status.tsx';
import { shortFacts, type PlateFact } from '../state/plate-facts.ts';
import { useReview } from '../state/review-context.ts';
import classes from './whole-plate.module.css';

const words = text.interpretation.plate;

/** The gap in the style sheet, px. */
const FACT_GAP = 4;

const ICON = { danger: IconX, warning: IconAlertTriangle, neutral: IconInfoCircle } as const;

export const FactIcon = ({ tone, size }: Pick<PlateFact, 'tone'> & { readonly size: number }) => {
  const Sign = ICON[tone];
  return <Sign size={size} stroke={2} aria-hidden="true" className={classes['icon']} data-tone={tone} />;
};

/** The facts about the whole plate in one line above it. Those that do not fit are counted. */
export function WholePlateStrip() {
  const { facts: all, calm, tab, setTab } = useReview();
  const facts = useMemo(() => shortFacts(all), [all]);
  const line = useRef<HTMLDivElement>(null);
  const hidden = useHiddenCount(line, facts);
  const isOpen = tab === 'plate';
  const toggle = (): void => setTab(isOpen ? 'wells' : 'plate');
  return (
    <section className={classes['strip']} aria-label={words.label}>
      <div ref={line} className={classes['line']}>
        {facts.length === 0 && (
          <p className={classes['calm']}>
            <IconCircleCheck size={15} stroke={2} aria-hidden="true" />
            <b>{words.nothing}</b>
            <span>{calm}</span>
          </p>
        )}
        {facts.map(({ key, tone, short }, index) => {
          const isHidden = index >= facts.length - hidden;
          return (
            <button
              key={key}
              type="button"
              className={classes['fact']}
              data-tone={tone}
              data-hidden={isHidden || undefined}
              aria-expanded={isOpen}
              onClick={toggle}
            >
              <FactIcon tone={tone} size={14} />
              {short}
            </button>
          );
        })}
      </div>
      {hidden > 0 && (
        <button
          type="button"
          className={`${classes['fact']} ${classes['more']}`}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {words.more(hidden)}
        </button>
      )}
      <PlateAnnouncer text={facts.map(({ short }) => short).join('. ')} />
    </section>
  );
}

/** Room for “12 more”, em. */
const MORE_EM = 6;

/** The number of facts that do not fit on the line, with room for that number at its end. */
function hiddenCount(line: HTMLElement): number {
  const ends = ([...line.children] as HTMLElement[]) // all children are buttons
    .map(({ offsetWidth }) => offsetWidth)
    .reduce<number[]>((before, width) => [...before, (before.at(-1) ?? -FACT_GAP) + FACT_GAP + width], []);
  const room = line.clientWidth;
  if ((ends.at(-1) ?? 0) <= room) return 0;
  const more = MORE_EM * Number.parseFloat(getComputedStyle(line).fontSize);
  return ends.filter((end) => end > room - more).length;
}

function useHiddenCount(line: RefObject<HTMLDivElement | null>, facts: readonly PlateFact[]): number {
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    // An observer also fires once when it starts.
    const observer = new ResizeObserver(() => {
      if (line.current) setHidden(hiddenCount(line.current));
    });
    if (line.current) observer.observe(line.current);
    return () => observer.disconnect();
  }, [line, facts]);
  return hidden;
}
