import type { ControlChoice, ControlPoint } from '@curvewell/contracts';
import { EmptyState } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';

import { controlQueries } from '../../data/controls.ts';
import { text } from '../../locale/text.ts';
import { keyText } from '../../shared/navigation/control-address.ts';
import { controlName } from '../../shared/format/control-name.ts';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { WaitingCard, WaitingFields, WaitingRows } from '../../shared/ui/screen/waiting.tsx';
import { ControlList } from './control-list.tsx';
import styles from './controls.module.css';
import { LotsCard } from './lots/lots-card.tsx';
import { NegativesCard } from './lots/negatives-card.tsx';
import { placeOfReading, PointPanel } from './point/point-panel.tsx';
import { SeriesCard } from './series/series-card.tsx';
import { ShiftCard } from './shift/shift-card.tsx';
import { ShiftPanel } from './shift/shift-panel.tsx';
import { shiftId } from './shift/shift-series.ts';
import { scopeOf, SHIFT_KEY, type ControlsView, type SetAddress } from './use-controls-address.ts';

const words = text.controls;
/** Height of a control with its sparkline, px. */
const CONTROL_ROW = 58;

interface ControlsBoardProps {
  readonly choices: readonly ControlChoice[];
  readonly view: ControlsView;
  readonly set: SetAddress;
}

/** Controls at the left, the readings of one in the middle, a single reading at the right. */
export function ControlsBoard({ choices, view, set }: ControlsBoardProps) {
  const navigate = useNavigate();
  const { measure, readingId } = view;
  const scope = scopeOf(view);
  const overview = useQuery(controlQueries.overview({ ...scope, measure }));
  const controls = overview.data?.controls ?? [];
  const picked =
    controls.find((control) => view.key !== null && keyText(control) === keyText(view.key)) ??
    controls[0] ??
    null;
  const query = picked && {
    ...scope,
    measure,
    sampleType: picked.sampleType,
    phase: picked.phase,
    zone: picked.zone,
    ...(picked.expected !== undefined && { expected: picked.expected }),
  };
  const series = useQuery(controlQueries.series(query));
  const negatives = useQuery(controlQueries.negatives(scope));
  const tmShifts = useQuery(controlQueries.tmShifts(scope));
  const shifts = tmShifts.data !== undefined && tmShifts.data.points.length > 0 ? tmShifts.data : null;
  const shown = view.isShift ? shifts : null;
  const shift = shown?.points.find((one) => shiftId(one) === readingId) ?? shown?.points.at(-1) ?? null;
  const points = series.data?.points ?? [];
  const point = focusedPoint(points, readingId);
  const focusedId = view.isShift ? null : (readingId ?? point?.readingId ?? null);
  const reading = useQuery(controlQueries.reading(focusedId));
  const failed = [overview, series, negatives, tmShifts].find(({ isError }) => isError);

  if (failed !== undefined) return <ListFailed title={words.failed} onRetry={() => void failed.refetch()} />;
  if (overview.data === undefined || negatives.data === undefined) return <WaitingBoard />;
  if (controls.length === 0 && negatives.data.wells === 0)
    return <EmptyState pt={80} description={words.noneOf(view.choice.kit.name)} />;

  const focus = (reading: string) => set({ reading });
  const step = (by: 1 | -1) => {
    const ofPhase = controls.filter(({ phase }) => phase === picked?.phase);
    const next = picked && ofPhase[ofPhase.indexOf(picked) + by];
    if (next) set({ control: keyText(next), reading: null });
  };
  return (
    <div className={styles['board']} aria-busy={series.isFetching}>
      <ControlList
        overview={overview.data}
        measure={measure}
        picked={picked}
        counts={series.data?.counts ?? null}
        shifts={shifts}
        isShift={shown !== null}
        onShift={() => set({ control: SHIFT_KEY, reading: null })}
        onPick={(control) => set({ control: keyText(control), reading: null })}
      />
      <div className={styles['middle']}>
        {shown && <ShiftCard shifts={shown} focusedId={shift && shiftId(shift)} onFocus={focus} />}
        {shown === null && picked && query && (
          <SeriesCard
            name={words.name(controlName(picked), picked.zone)}
            query={query}
            measure={measure}
            series={series.data ?? null}
            analysers={new Map(choices.map(({ analyser }) => [analyser.id, analyser.name]))}
            focused={point}
            onMeasure={(next) => set({ measure: next })}
            onFocus={focus}
            onStep={step}
            onOpen={() => {
              if (reading.data) void navigate(placeOfReading(reading.data));
            }}
          />
        )}
        <div className={styles['below']}>
          <NegativesCard
            negatives={negatives.data}
            phase={picked?.phase ?? null}
            focusedId={focusedId}
            onFocus={focus}
          />
          {series.data && <LotsCard scope={scope} series={series.data} measure={measure} />}
        </div>
      </div>
      {shift !== null ? (
        <ShiftPanel shift={shift} />
      ) : reading.data ? (
        <PointPanel
          reading={reading.data}
          point={point}
          controlKey={picked}
          series={series.data ?? null}
          measure={measure}
        />
      ) : (
        <section className={styles['point']} aria-label={words.point.choose}>
          {reading.isLoading && <WaitingFields isBare count={4} />}
        </section>
      )}
    </div>
  );
}

/** The requested reading if it is on the chart, otherwise the newest with a value. */
const focusedPoint = (points: readonly ControlPoint[], readingId: string | null): ControlPoint | null =>
  (readingId === null
    ? points.findLast(({ value }) => value !== null)
    : points.find((point) => point.readingId === readingId)) ?? null;

/** The board while it loads: rows of controls, the boxes of the charts and the reading. */
export function WaitingBoard() {
  return (
    <div className={styles['board']} aria-busy>
      <WaitingRows height={CONTROL_ROW} hasBar />
      <div className={styles['middle']}>
        <WaitingCard />
        <div className={styles['below']}>
          <WaitingCard />
          <WaitingCard />
        </div>
      </div>
      <WaitingCard />
    </div>
  );
}
