import type { RunTrailState, WholeCheck } from '@curvewell/contracts';

import { text } from '../../../locale/text.ts';
import { formatCount, formatDateTime } from '../../../shared/format/format.ts';

const words = text.audit.history.record;

/** Whether entries may have been altered unnoticed: no check has lately read them all. */
export const isPartly = ({ whole, unverified }: RunTrailState): boolean =>
  whole.state !== 'intact' || unverified !== null;

/** What was read and hashed just now. */
export function OwnCheck({ trail }: { readonly trail: RunTrailState }) {
  const { fault, since, unverified } = trail;
  const at = formatDateTime(trail.checkedAt);
  return (
    <>
      <dt>{words.checked}</dt>
      <dd>
        <p>{fault === null ? words.ownChecked(at) : words.brokenAt(at)}</p>
        {fault === null && since && (
          <p>{words.sinceChecked(formatCount(since.first), formatCount(since.last))}</p>
        )}
        {unverified && <p>{words.unverified(formatCount(unverified.first), formatCount(unverified.last))}</p>}
      </dd>
    </>
  );
}

/** When all entries of the laboratory were last read, and what that does not cover. */
export function WholeTrail({ whole }: { readonly whole: WholeCheck }) {
  const { later, title } = words.whole;
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <p>{wholeText(whole)}</p>
        {(whole.state === 'intact' || whole.state === 'old') && <p>{later}</p>}
      </dd>
    </>
  );
}

function wholeText({ state, at, number }: WholeCheck): string {
  const time = at === null ? '' : formatDateTime(at);
  switch (state) {
    case 'intact':
    case 'old':
      return words.whole[state](time, formatCount(number ?? 0));
    case 'broken':
      return words.whole.broken(time);
    default:
      return words.whole[state];
  }
}
