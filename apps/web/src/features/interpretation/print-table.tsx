import { callSentence, TRIAL_NOTICE, type ChannelName, type Position } from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import { usePrinting } from '../../shared/hooks/use-printing.ts';
import classes from './print-table.module.css';
import { lookOf } from './result-look.ts';
import { doubtTexts } from './plate/review-faces.ts';
import { cqWords, type WellCq } from './state/cq-words.ts';
import type { ReviewWell } from './state/review-wells.ts';

const { head } = text.interpretation.print;

interface PrintTableProps {
  readonly wells: readonly ReviewWell[];
  readonly channel: ChannelName;
  readonly isTrial: boolean;
  /** The Cq of each well; null: the files hold none. */
  readonly cqs?: ReadonlyMap<Position, WellCq> | null;
}

/** The selected wells as a table for printing. Rendered only while printing. */
export function PrintTable({ wells, channel, isTrial, cqs = null }: PrintTableProps) {
  if (usePrinting() === null) return null;
  const heads = cqs === null ? head : [...head, text.interpretation.print.cq];
  return (
    <table className={classes['table']}>
      <caption>{text.interpretation.print.caption(channel, wells.length)}</caption>
      {/* Repeated at the top of each page. */}
      <thead>
        {isTrial && (
          <tr>
            <th colSpan={heads.length}>{TRIAL_NOTICE}</th>
          </tr>
        )}
        <tr>
          {heads.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {wells.map((review) => {
          const { position, well, sampleType, shown, isUpdated, interpreted } = review;
          const look = lookOf(shown?.diagnosticColor, 'light');
          return (
            <tr key={position}>
              <th scope="row">{position}</th>
              <td>{well.name}</td>
              <td>{text.sampleTypes[sampleType]}</td>
              <td>
                {look.code} {look.name}
                {isUpdated && ` (${text.interpretation.well.updated})`}
              </td>
              <td>{callSentence(interpreted.explanation)}</td>
              <td>{doubtTexts(review).join('; ')}</td>
              <td>
                {well.comments.map(({ technicianName, value }) => `${technicianName}: ${value}`).join(' | ')}
              </td>
              {cqs !== null && <td>{cqOf(cqs.get(position))}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const cqOf = (well: WellCq | undefined): string => (well === undefined ? '' : cqWords(well));
