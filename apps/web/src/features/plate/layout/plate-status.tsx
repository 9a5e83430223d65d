import { Fragment, useEffect, useState, type ComponentProps, type ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import classes from './plate-status.module.css';
import type { WellFact } from '../card/well-hover-card.tsx';

/** A result as it is on the well. */
type StatusLook = ComponentProps<typeof DiagnosticCode>['look'];

/** Who is focused, in two lines. */
export interface WellSummary {
  readonly position: string;
  readonly name: string | null;
  readonly look?: StatusLook;
  /** Result, what is missing, what to look at. */
  readonly first: readonly WellFact[];
  /** What is in the well. */
  readonly second: readonly WellFact[];
}

interface PlateStatusProps {
  /** null: no well has the focus. */
  readonly well: WellSummary | null;
  /** Shown in place of the well's first line. */
  readonly hint?: ReactNode;
  /** Such as “8 of 96 selected”. */
  readonly selection: string;
}

/** More characters than this are set smaller: a name is never cut. */
const LONG_NAME = 60;

/** The line under the plate: who is focused, in words. The cell itself speaks, so it stays silent. */
export function PlateStatus({ well, hint, selection }: PlateStatusProps) {
  return (
    <div className={classes['status']} role="group" aria-label={text.plate.status} aria-live="off">
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
                <span>
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
  return facts.map(({ term, text, tone }, index) => (
    // Two channels may expect the same, so a text is no key.
    <Fragment key={index}>
      <span data-tone={tone}>
        {term !== '' && `${term} `}
        {tone === 'mono' ? <span className="mono">{text}</span> : text}
      </span>{' '}
    </Fragment>
  ));
}

const SETTLE_MS = 300;

/** Announces a text once it has settled. */
export function PlateAnnouncer({ text }: { readonly text: string }) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      setAnnounced(text);
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {announced}
    </div>
  );
}
