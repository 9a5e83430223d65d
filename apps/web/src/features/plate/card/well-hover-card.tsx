import type { Position } from '@curvewell/domain';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';

import { cardPlace, type Box } from './card-place.ts';
import classes from './well-hover-card.module.css';

export interface WellFact {
  /** Empty for a line without a term. */
  readonly term: string;
  readonly text: string;
  readonly tone?: 'strong' | 'danger' | 'warning' | 'mono';
  /** Whether it may be cut if its line is too short for all facts. */
  readonly isCuttable?: true;
}

interface HoveredWell {
  readonly position: Position;
  readonly element: HTMLElement;
}

/** How long the pointer must rest before a card opens, ms. */
const REST_MS = 400;

interface WellHoverCardControl {
  readonly shown: HoveredWell | null;
  /** Call when the pointer enters a well or leaves all. Opens nothing during keyboard use. */
  readonly rest: (well: HoveredWell | null) => void;
  /** Call when the pointer moves, which allows cards again after a key press. */
  readonly wake: (well: HoveredWell | null) => void;
  /** Closes the card; returns whether one was open. */
  readonly close: () => boolean;
}

/** The card beside the well under the pointer. Any key closes it until the pointer moves again. */
export function useWellHoverCard(grid: RefObject<HTMLElement | null>): WellHoverCardControl {
  const [shown, show] = useState<HoveredWell | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const state = useRef({ isOpen: false, isAway: false });

  const put = useCallback((well: HoveredWell | null): void => {
    state.current.isOpen = well !== null;
    show(well);
  }, []);
  const close = useCallback((): boolean => {
    clearTimeout(timer.current);
    const wasOpen = state.current.isOpen;
    if (wasOpen) put(null);
    return wasOpen;
  }, [put]);
  const rest = useCallback<WellHoverCardControl['rest']>(
    (well) => {
      close();
      if (!well || state.current.isAway) return;
      timer.current = setTimeout(() => put(well), REST_MS);
    },
    [close, put],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      state.current.isAway = true;
      clearTimeout(timer.current);
      // On the plate, Escape only closes the card.
      const isOfPlate = event.target instanceof Node && grid.current?.contains(event.target) === true;
      if (event.key !== 'Escape' || !isOfPlate) close();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      clearTimeout(timer.current);
    };
  }, [close, grid]);

  return useMemo(
    () => ({
      shown,
      rest,
      close,
      wake: (well) => {
        if (!state.current.isAway) return;
        state.current.isAway = false;
        rest(well);
      },
    }),
    [shown, rest, close],
  );
}

const CARD_WIDTH = 264;

interface WellHoverCardProps {
  readonly well: HoveredWell;
  readonly facts: readonly WellFact[];
  /** Areas to avoid. */
  readonly avoid: () => readonly Box[];
}

/** All facts about a well, beside it. The status line has the same content for screen readers. */
export function WellHoverCard({ well: { element }, facts, avoid }: WellHoverCardProps) {
  const card = useRef<HTMLDivElement>(null);
  // Measures and positions the card before it is painted.
  useLayoutEffect(() => {
    if (!card.current) return;
    const { left, top } = cardPlace({
      cell: element.getBoundingClientRect(),
      card: { width: CARD_WIDTH, height: card.current.offsetHeight },
      window: { width: window.innerWidth, height: window.innerHeight },
      avoid: avoid(),
    });
    card.current.style.left = `${left}px`;
    card.current.style.top = `${top}px`;
  });
  if (facts.length === 0) return null;
  // React's portal renders synchronously; Mantine's renders one pass later, after the card is positioned.
  return createPortal(
    <div ref={card} role="tooltip" className={classes['card']} style={{ width: CARD_WIDTH }}>
      {facts.map(({ term, text, tone }, index) => (
        <div key={index} data-tone={tone} className={tone === 'mono' ? 'mono' : undefined}>
          {term !== '' && <span>{term}</span>}
          {text}
        </div>
      ))}
    </div>,
    document.body,
  );
}
