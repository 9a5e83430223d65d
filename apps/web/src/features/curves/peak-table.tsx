import { rejectionText, type PhaseType } from '@curvewell/domain';
import { memo } from 'react';

import { text } from '../../locale/text.ts';
import { MAX_LINES, type Curve } from './curve-series.ts';

interface PeakTableProps {
  readonly phase: PhaseType;
  readonly curves: readonly Curve[];
}

/** The chart's values as a table for screen readers. */
export const PeakTable = memo(function PeakTable({ phase, curves }: PeakTableProps) {
  const { table } = text.curves;
  if (curves.length > MAX_LINES) return <p className="visually-hidden">{table.many(curves.length)}</p>;
  return (
    // A table cannot be narrower than its content, so a wrapper hides it.
    <div className="visually-hidden">
      <table>
        <caption>{table.caption(phase)}</caption>
        <thead>
          <tr>
            <th scope="col">{table.well}</th>
            <th scope="col">{table.diagnostic}</th>
            <th scope="col">{table.tm}</th>
            <th scope="col">{table.height}</th>
            <th scope="col">{table.zone}</th>
          </tr>
        </thead>
        <tbody>
          {curves.flatMap((curve) =>
            (curve.peaks.length === 0 ? [null] : curve.peaks).map((peak) => (
              <tr key={`${curve.position} ${peak?.tm ?? ''}`}>
                <th scope="row">{curve.position}</th>
                <td>{curve.look.name}</td>
                <td>{peak ? text.curves.degrees(peak.tm) : text.curves.none}</td>
                <td>{peak ? text.curves.value(peak.height) : ''}</td>
                <td>{peak && (rejectionText(peak) ?? peak.zone ?? text.curves.none)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
});
