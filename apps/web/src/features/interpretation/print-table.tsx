import { callSentence, TRIAL_NOTICE } from '@curvewell/domain';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import { text } from '../../locale/text.ts';
import classes from './print-table.module.css';
import { lookOf } from './result-look.ts';
import { doubtTexts } from './plate/review-faces.ts';
import type { ReviewWell } from './state/review-wells.ts';

const { head } = text.interpretation.print;

interface PrintTableProps {
  readonly wells: readonly ReviewWell[];
  readonly isTrial: boolean;
}

/** The selected wells as a table for printing. Rendered only while printing. */
export function PrintTable({ wells, isTrial }: PrintTableProps) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => {
      flushSync(() => {
        setPrinting(true);
      });
    };
    const end = () => {
      setPrinting(false);
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  if (!isPrinting) return null;
  return (
    <table className={classes['table']}>
      <caption>{text.interpretation.print.caption(wells.length)}</caption>
      {/* Repeated at the top of each page. */}
      <thead>
        {isTrial && (
          <tr>
            <th colSpan={head.length}>{TRIAL_NOTICE}</th>
          </tr>
        )}
        <tr>
          {head.map((name) => (
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
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
