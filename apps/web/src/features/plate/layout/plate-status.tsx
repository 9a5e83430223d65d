import { Fragment, useEffect, useState, type ComponentProps, type ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import classes from './plate-status.module.css';
import type { WellFact } from '../card/well-hover-card.tsx';

/** The look of a result, as on the well. */
type StatusLook = ComponentProps<typeof DiagnosticCode>['look'];

export interface WellSummary {
  readonly position: string;
  readonly name: string | null;
  readonly look?: StatusLook;
  /** Result, missing fields and doubts. */
  readonly first: readonly WellFact[];
  /** The content of the well. */
  readonly second: readonly WellFact[];
}

interface PlateStatusProps {
  /** null if no well is focused. */
  readonly well: WellSummary | null;
  /** Replaces the first line. */
  readonly hint?: ReactNode;
  /** Such as “8 of 96 selected”. */
  readonly selection: string;
  /** The name above the facts, in a narrow card. */
  readonly isStacked?: boolean;
}

/** Longer names use a smaller font, so that they are never cut. */
const LONG_NAME = 60;

/** The focused well below the plate. Not announced: the cell has the same accessible name. */
export function PlateStatus({ well, hint, selection, isStacked = false }: PlateStatusProps) {
  return (
    <div
      className={classes['status']}
      role="group"
      aria-label={text.plate.status}
      aria-live="off"
      data-stacked={isStacked || undefined}
      data-print="none"
    >
      {well && (
        <div className={classes['place']}>
          <b>{well.position}</b>
          {well.name !== null && well.name !== '' && (
            <span data-long={well.name.length > LONG_NAME || undefined}>{well.name}</span>
          )}
        </div>
      )}
      <div className={classes['lines']}>
        <span className={classes['selection']}>{selection}</span>
        <div className={classes['first']}>
          {hint ?? (
            <>
              {well?.look && (
                <span data-look>
                  <DiagnosticCode look={well.look} small />
                </span>
              )}
              <Facts facts={well?.first ?? []} />
            </>
          )}
        </div>
        {well && (
          <div className={classes['second']}>
            <Facts facts={well.second} />
          </div>
        )}
      </div>
    </div>
  );
}

function Facts({ facts }: { readonly facts: readonly WellFact[] }) {
  return facts.map(({ term, text, tone, isCuttable }, index) => (
    // Two channels may have equal texts, so the index is the key.
    <Fragment key={index}>
      <span data-tone={tone} data-cut={isCuttable}>
        {term !== '' && `${term} `}
        {tone === 'mono' ? <span className="mono">{text}</span> : text}
      </span>{' '}
    </Fragment>
  ));
}

const SETTLE_MS = 300;

/** Announces a text after it has been stable for a moment. */
export function PlateAnnouncer({ text }: { readonly text: string }) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {announced}
    </div>
  );
}
