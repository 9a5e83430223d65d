import { positionAt, type Position } from '@curvewell/contracts';
import { Portal } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState, type FocusEvent } from 'react';

import classes from './well-card.module.css';

/** One line of a well's card. */
export interface WellFact {
  /** Empty: the line stands alone. */
  readonly term: string;
  readonly text: string;
  readonly tone?: 'strong' | 'warning' | 'mono';
}

interface Place {
  readonly position: Position;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

const REST_MS = 150;

interface WellCardControl {
  readonly shown: Place | null;
  /** Shows the card of this well after a rest; null takes it away. */
  readonly rest: (well: { readonly position: Position; readonly element: HTMLElement } | null) => void;
  /** Whether there was one to close. */
  readonly close: () => boolean;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: () => void;
}

export function useWellCard(): WellCardControl {
  const [shown, show] = useState<Place | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOpen = useRef(false);

  const put = useCallback((place: Place | null): void => {
    isOpen.current = place !== null;
    show(place);
  }, []);

  const rest = useCallback<WellCardControl['rest']>(
    (well) => {
      clearTimeout(timer.current);
      put(null);
      if (!well) return;
      timer.current = setTimeout(() => {
        const { left, top, bottom } = well.element.getBoundingClientRect();
        put({ position: well.position, left, top, bottom });
      }, REST_MS);
    },
    [put],
  );

  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  return useMemo(
    () => ({
      shown,
      rest,
      close: () => {
        clearTimeout(timer.current);
        const wasOpen = isOpen.current;
        put(null);
        return wasOpen;
      },
      onFocus: ({ target }) => {
        if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return;
        const { row, column } = target.dataset;
        if (row === undefined || column === undefined || Number(row) < 0 || Number(column) < 0) return;
        rest({ position: positionAt(Number(row), Number(column)), element: target });
      },
      onBlur: () => {
        rest(null);
      },
    }),
    [shown, rest, put],
  );
}

const CARD_WIDTH = 264;
const CARD_HEIGHT = 180;

/** All that is known of a well, beside it. The status line says the same. */
export function WellCard({ place, facts }: { readonly place: Place; readonly facts: readonly WellFact[] }) {
  if (facts.length === 0) return null;
  const above = place.bottom + CARD_HEIGHT > window.innerHeight;
  return (
    <Portal>
      <div
        role="tooltip"
        className={classes['card']}
        style={{
          width: CARD_WIDTH,
          left: Math.max(8, Math.min(place.left, window.innerWidth - CARD_WIDTH - 8)),
          ...(above ? { bottom: window.innerHeight - place.top + 8 } : { top: place.bottom + 8 }),
        }}
      >
        {facts.map(({ term, text, tone }, index) => (
          <div key={index} data-tone={tone} className={tone === 'mono' ? 'mono' : undefined}>
            {term !== '' && <span>{term}</span>}
            {text}
          </div>
        ))}
      </div>
    </Portal>
  );
}
