import { useEffect, useState } from 'react';

import { text } from '../../locale/text.ts';
import classes from './plate-status.module.css';
import type { WellFact } from './well-card.tsx';

interface PlateStatusProps {
  /** Of the focused well, position first. */
  readonly facts: readonly WellFact[];
  /** Such as “8 of 96 selected (E3 to E10)”. */
  readonly selection: string;
}

/** The line under the plate: who is focused, in words. The cell itself speaks, so it stays silent. */
export function PlateStatus({ facts, selection }: PlateStatusProps) {
  return (
    <div className={classes['status']} role="group" aria-label={text.plate.status} aria-live="off">
      {facts.map(({ term, text, tone }, index) => (
        // Two channels may expect the same, so a text is no key.
        <span key={index} data-tone={tone} className={tone === 'mono' ? 'mono' : undefined}>
          {term === '' ? text : `${term} ${text}`}
        </span>
      ))}
      <span className={classes['selection']}>{selection}</span>
    </div>
  );
}

const SETTLE_MS = 300;

/** Says what changed once it has settled. */
export function PlateAnnouncer({ text }: { readonly text: string }) {
  const [said, say] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      say(text);
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {said}
    </div>
  );
}
