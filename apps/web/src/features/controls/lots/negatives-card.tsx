import type { NegativeControls } from '@curvewell/contracts';
import type { PhaseType } from '@curvewell/domain';
import { useElementSize } from '@mantine/hooks';

import { text } from '../../../locale/text.ts';
import styles from '../controls.module.css';
import { ToneBadge } from '../tone-badge.tsx';

const words = text.controls.negatives;

interface NegativesCardProps {
  readonly negatives: NegativeControls;
  /** Show the zones of this phase; null shows all. */
  readonly phase: PhaseType | null;
  readonly focusedId: string | null;
  readonly onFocus: (readingId: string) => void;
}

type Row = NegativeControls['rows'][number];
type Peak = Row['peaks'][number];

/** The contamination history: one row per zone, one column per run. */
export function NegativesCard({ negatives, phase, focusedId, onFocus }: NegativesCardProps) {
  const { runs, wells, contaminated, notCalled, repeats } = negatives;
  const rows = negatives.rows.filter((row) => phase === null || row.phase === phase);
  const [repeat] = repeats.filter((one) => phase === null || one.phase === phase);
  return (
    <section id="negative-controls" className={styles['negatives']} aria-label={words.title}>
      <div className={styles['bar']}>
        <h2 className={styles['title']}>{words.title}</h2>
        <span className={styles['barEnd']}>
          {wells > 0 && (
            <ToneBadge tone={contaminated > 0 ? 'danger' : notCalled > 0 ? 'plain' : 'success'}>
              {words.withPeak(contaminated, wells)}
            </ToneBadge>
          )}
          {notCalled > 0 && <ToneBadge tone="warning">{words.notCalled(notCalled)}</ToneBadge>}
        </span>
      </div>
      {wells === 0 ? (
        <p className={styles['notice']}>{words.none}</p>
      ) : (
        <div className={styles['rows']}>
          {rows.map((row) => (
            <ZoneRow
              key={`${row.phase}${row.zone ?? ''}`}
              row={row}
              runs={runs}
              focusedId={focusedId}
              onFocus={onFocus}
            />
          ))}
          <p className={styles['note']}>
            {repeat && <b>{words.repeat(repeat.zone, repeat.businessIds, repeat.ofRuns)} </b>}
            {words.legend}
          </p>
        </div>
      )}
    </section>
  );
}

const HEIGHT = 28;
const LEAST = 7;
const MOST = 18;
/** RFU/°C that fills a bar. */
const FULL_HEIGHT = 200;
const SHIELD = 'M-10-11h20a1.5 1.5 0 0 1 1.5 1.500V0L0 12.6-11.5 0v-9.500A1.500 1.500 0 0 1-10-11z';

interface ZoneRowProps extends Pick<NegativesCardProps, 'focusedId' | 'onFocus'> {
  readonly row: Row;
  readonly runs: NegativeControls['runs'];
}

function ZoneRow({ row: { zone, peaks }, runs, focusedId, onFocus }: ZoneRowProps) {
  const { ref, width } = useElementSize();
  const x = (run: number) => ((run + 0.5) / Math.max(1, runs.length)) * width;
  const found = new Set(peaks.map(({ run }) => run));
  const highest = peaks.reduce<Peak | null>(
    (most, peak) => (most === null || peak.height > most.height ? peak : most),
    null,
  );
  return (
    <div className={styles['zoneRow']}>
      <b>{zone ?? '–'}</b>
      <span>{zone === null ? words.zone(null) : ''}</span>
      <div ref={ref} className={styles['zoneRuns']}>
        <svg width={width} height={HEIGHT} aria-hidden="true">
          {runs.map(({ runId }, run) =>
            found.has(run) ? null : (
              <circle key={runId} cx={x(run)} cy={HEIGHT / 2} r={1.6} fill="var(--control)" />
            ),
          )}
        </svg>
        {peaks.map((peak) => (
          <button
            key={`${peak.readingId}${peak.tm}`}
            type="button"
            className={styles['shield']}
            style={{ left: x(peak.run) }}
            aria-current={peak.readingId === focusedId ? 'true' : undefined}
            aria-label={words.peak(
              runs[peak.run]?.businessId ?? 0,
              peak.position,
              peak.height.toFixed(0),
              peak.counted,
            )}
            onClick={() => onFocus(peak.readingId)}
          >
            {peak === highest && <span className={styles['shieldFigure']}>{peak.height.toFixed(0)}</span>}
            <Shield peak={peak} />
          </button>
        ))}
      </div>
    </div>
  );
}

function Shield({ peak: { height, counted } }: { readonly peak: Peak }) {
  const size = LEAST + (MOST - LEAST) * Math.min(1, height / FULL_HEIGHT);
  return (
    <svg width={size} height={size} viewBox="-13 -13 26 27" aria-hidden="true">
      <path
        d={SHIELD}
        fill={counted ? 'var(--danger)' : 'var(--surface)'}
        stroke="var(--danger)"
        strokeWidth={36 / size}
      />
    </svg>
  );
}
