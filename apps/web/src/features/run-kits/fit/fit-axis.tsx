import { type MeltSummary, rangeText, type Run, type TemperatureRange } from '@curvewell/domain';
import { Fragment, type CSSProperties } from 'react';

import { text } from '../../../locale/text.ts';
import { curvePath, fitAxis, type FitLane, fitLanes, meltsOf } from './fit-lanes.ts';
import styles from './fit-card.module.css';
import type { RowFit } from './use-row-fits.ts';

interface FitAxisProps {
  readonly kit: string;
  readonly fit: RowFit['fit'];
  readonly curves: Run['importReport']['curves'];
  /** Empty while loading: the ranges stand alone. */
  readonly melts: readonly MeltSummary[];
}

/** One temperature axis with the kit's zones above the ranges and mean curves in the file. */
export function FitAxis({ kit, fit, curves, melts }: FitAxisProps) {
  const lanes = fitLanes(fit.zones, curves);
  if (lanes.length === 0) return null;
  const { range, ticks } = fitAxis(lanes);
  const place = placeOn(range);
  return (
    <figure className={styles['axis']} role="group" aria-label={text.fit.axis}>
      <div className={styles['lanes']}>
        {ticks.map((tick) => (
          <i key={tick} className={styles['grid']} style={place([tick, tick])} aria-hidden />
        ))}
        {lanes.map((lane) => (
          <Lane
            key={lane.key}
            lane={lane}
            melts={meltsOf(lane, melts)}
            kit={kit}
            place={place}
            isOnly={lanes.length === 1}
          />
        ))}
      </div>
      <div className={styles['ticks']} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} style={place([tick, tick])}>
            {tick}
          </span>
        ))}
      </div>
    </figure>
  );
}

type Place = (range: TemperatureRange) => CSSProperties;

/** The position of a range on the axis, in percent of its width. */
function placeOn([from, to]: TemperatureRange): Place {
  const percent = (celsius: number) => (100 * celsius) / (to - from);
  return ([low, high]) => ({ left: `${percent(low - from)}%`, width: `${percent(high - low)}%` });
}

interface LaneProps {
  readonly lane: FitLane;
  readonly melts: readonly MeltSummary[];
  readonly kit: string;
  readonly place: Place;
  readonly isOnly: boolean;
}

function Lane({ lane, melts, kit, place, isOnly }: LaneProps) {
  const { range, boxes, file, channel } = lane;
  const words = text.fit;
  const [peak] = melts.flatMap(({ peaks }) => peaks).sort((a, b) => b.wells - a.wells);
  return (
    <>
      <p className={styles['laneName']}>
        {isOnly ? kit : `${kit}, ${channel}`}: {words.kitRead(rangeText(range))};{' '}
        {file === null ? words.notInFile(channel) : words.fileHolds(rangeText(file))}
        {peak !== undefined && file !== null && `, ${words.peak(peak.tm.toFixed(1), peak.wells)}`}
      </p>
      <div className={styles['lane']}>
        <span className={styles['kit']} style={place(range)} />
        {boxes.map(({ names, unread, range: ofBox }) => (
          <span
            key={names.join()}
            className={styles['zone']}
            data-unread={unread.length === names.length}
            style={place(ofBox)}
            title={`${names.join(', ')} ${rangeText(ofBox)}${unread.length === 0 ? '' : `, ${unread.join(', ')} ${words.notRead}`}`}
          >
            {names.map((name, index) => (
              <Fragment key={name}>
                {index > 0 && ', '}
                {unread.includes(name) ? <s>{name}</s> : name}
              </Fragment>
            ))}
          </span>
        ))}
      </div>
      <div className={styles['lane']} data-file>
        {file !== null && (
          <span className={styles['file']} style={place(file)}>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
              {melts.map((melt) => (
                <path key={melt.phase} d={curvePath(melt, file)} />
              ))}
            </svg>
          </span>
        )}
      </div>
    </>
  );
}
