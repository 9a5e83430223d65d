import type { RunTrailState, WholeCheck } from '@curvewell/contracts';

import { text } from '../../../locale/text.ts';
import { formatCount, formatDateTime } from '../../../shared/format/format.ts';

const words = text.audit.history.record;

/** Whether no recent check has read all entries, so that a change could be unnoticed. */
export const isPartly = ({ whole, unverified }: RunTrailState): boolean =>
  whole.state !== 'intact' || unverified !== null;

/** The entries that this request verified. */
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

/** The last verification of all entries of the laboratory, and its limits. */
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
