import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type RefObject } from 'react';

import { text } from '../../locale/text.ts';
import type { PlateFact } from './plate-facts.ts';
import { useReview } from './review-context.ts';
import classes from './whole-plate.module.css';

const words = text.interpretation.plate;

const ICON = { danger: IconX, warning: IconAlertTriangle, neutral: IconInfoCircle } as const;

export const FactIcon = ({ tone, size }: Pick<PlateFact, 'tone'> & { readonly size: number }) => {
  const Sign = ICON[tone];
  return <Sign size={size} stroke={2} aria-hidden="true" className={classes['icon']} data-tone={tone} />;
};

/** One line above the plate: what is true of all of it. What does not fit is counted. */
export function WholePlateStrip() {
  const { facts, calm, tab, setTab } = useReview();
  const line = useRef<HTMLDivElement>(null);
  const hidden = useHiddenCount(line, facts);
  const isOpen = tab === 'plate';
  const toggle = (): void => {
    setTab(isOpen ? 'wells' : 'plate');
  };
  return (
    <section className={classes['strip']} aria-label={words.label} data-print="none">
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
        <button type="button" className={classes['fact']} aria-expanded={isOpen} onClick={toggle}>
          {words.more(hidden)}
        </button>
      )}
    </section>
  );
}

/** How many of the facts have wrapped to a second line, which is not seen. */
function useHiddenCount(line: RefObject<HTMLDivElement | null>, facts: readonly PlateFact[]): number {
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    // It also measures once when it begins.
    const observer = new ResizeObserver(() => {
      const children = [...(line.current?.children ?? [])] as HTMLElement[]; // all are buttons
      const top = children[0]?.offsetTop ?? 0;
      setHidden(children.filter(({ offsetTop }) => offsetTop > top).length);
    });
    if (line.current) observer.observe(line.current);
    return () => {
      observer.disconnect();
    };
  }, [line, facts]);
  return hidden;
}
