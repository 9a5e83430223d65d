import type { ControlKey, ControlPoint, ControlReading, ControlSeries } from '@curvewell/contracts';
import { brokenRuleText, diagnosticText, type ControlMeasure } from '@curvewell/domain';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

import { text } from '../../../locale/text.ts';
import { formatDateTime } from '../../../shared/format/format.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { followedPeak, ruleTone, signed, valueText } from '../control-words.ts';
import styles from '../controls.module.css';
import { CoveredPlate } from './covered-plate.tsx';
import { ExcludeReading } from './exclude-reading.tsx';
import { PointNotes } from './point-notes.tsx';
import { ToneBadge } from '../tone-badge.tsx';

const words = text.controls.point;

interface PointPanelProps {
  readonly reading: ControlReading;
  /** The point on the chart; null for a negative control or a reading outside the chart. */
  readonly point: ControlPoint | null;
  readonly controlKey: ControlKey | null;
  readonly series: ControlSeries | null;
  readonly measure: ControlMeasure;
}

/** Address of the run at one of the control's wells. */
export const placeOfReading = ({ runId, isArchived, position }: ControlReading): string =>
  `${isArchived ? paths.archiveInterpretation(runId) : paths.runInterpretation(runId)}?wells=${position}`;

/** One reading: its values, the wells that it covers, its notes. */
export function PointPanel({ reading, point, controlKey, series, measure }: PointPanelProps) {
  const { businessId, position, isFailed, brokenRule, marks, exclusion } = reading;
  const isMarking = isFailed || brokenRule !== null;
  return (
    <section className={styles['point']} aria-label={words.title(businessId, position)}>
      <div className={styles['bar']}>
        <h2 className={styles['title']}>{words.title(businessId, position)}</h2>
        <span className={styles['barEnd']}>
          {point?.rules.map((rule) => (
            <ToneBadge key={rule} tone={ruleTone(rule)}>
              {rule}
            </ToneBadge>
          ))}
        </span>
      </div>
      <div className={styles['pointBody']}>
        <Facts reading={reading} point={point} controlKey={controlKey} series={series} measure={measure} />
        {exclusion && (
          <Alert color="gray">
            {words.left(exclusion.byName, formatDateTime(exclusion.at), exclusion.reason)}
          </Alert>
        )}
        <div className={styles['covered']}>
          <h3 className={styles['small']}>
            <span>{isMarking ? words.marks(marks.length) : words.covers(marks.length)}</span>
            <span className={styles['dim']}>{reading.channel}</span>
          </h3>
          <CoveredPlate reading={reading} isMarking={isMarking} />
          <p className={styles['note']}>{carriedText(reading)}</p>
        </div>
        <Rule
          reading={reading}
          isOutOfRange={point?.rules.some((rule) => ruleTone(rule) === 'danger') === true}
        />
        <PointNotes key={reading.id} reading={reading} />
      </div>
      <div className={styles['pointFoot']}>
        <ExcludeReading reading={reading} />
        <Button
          component={Link}
          variant="default"
          to={placeOfReading(reading)}
          leftSection={<IconEye size={16} stroke={1.6} />}
        >
          {words.open(businessId)}
        </Button>
      </div>
    </section>
  );
}

/** The consequence for the wells that the control covers. */
function carriedText({ isFailed, brokenRule, position }: ControlReading): string {
  if (isFailed) return words.carried;
  return brokenRule === null ? words.notCarried : words.carriedRule(position, brokenRuleText(brokenRule));
}

function Facts({ reading, point, controlKey, series, measure }: PointPanelProps) {
  const { lot, kit, kitVersion, reactionBuffer, readAt, byName, call } = reading;
  const peak = controlKey && followedPeak(reading, controlKey);
  const limits = series?.reference.limits ?? null;
  const { facts } = words;
  const rows = [
    peak && { term: text.controls.measures[measure], value: measuredText(peak, { point, measure }) },
    peak &&
      limits && { term: facts.reference, value: referenceText(limits, series?.reference.points, measure) },
    { term: facts.call, value: callText(call) },
    { term: facts.lot, value: words.lot(lot, kit, kitVersion, reactionBuffer) },
    { term: facts.read, value: words.by(formatDateTime(readAt), byName) },
  ].filter((row) => row !== null);
  return (
    <dl className={styles['facts']}>
      {rows.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** “Heterozygous”. Uses the stable name, since the kit's own label may have changed since the reading. */
const callText = (call: string | null): string => (call === null ? words.noResult : diagnosticText(call));

const referenceText = (
  { mean, sd }: NonNullable<ControlSeries['reference']['limits']>,
  points: number | undefined,
  measure: ControlMeasure,
): string => words.reference(valueText(mean, measure), sd.toFixed(measure === 'height' ? 0 : 2), points ?? 0);

/** “61.11 ± 0.006 °C, +3.5 SD” */
function measuredText(
  peak: ControlReading['peaks'][number],
  { point, measure }: Pick<PointPanelProps, 'point' | 'measure'>,
): string {
  const distance = point?.distance ?? null;
  const value = peakText(peak, measure);
  return distance === null ? value : `${value}, ${text.controls.sd(signed(distance, 1))}`;
}

/** “61.11 ± 0.006 °C” */
function peakText(peak: ControlReading['peaks'][number], measure: ControlMeasure): string {
  if (measure !== 'tm' || peak.tmError === null) return valueText(peak[measure], measure);
  return `${peak.tm.toFixed(2)} ± ${peak.tmError.toFixed(3)} °C`;
}

interface RuleProps {
  readonly reading: ControlReading;
  readonly isOutOfRange: boolean;
}

/** What the laboratory's rules require for a failed control, and whether it was done. */
function Rule({ reading: { isFailed, brokenRule, rule }, isOutOfRange }: RuleProps) {
  const isMarking = isFailed || brokenRule !== null;
  if (!isMarking && !isOutOfRange) return null;
  const { demand, approved } = rule;
  const done =
    approved === null
      ? words.notApproved
      : (demand === 'note' ? words.approved : words.confirmed)(approved.byName, formatDateTime(approved.at));
  return (
    <Alert color="warning" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
      {isMarking ? `${words.rule(demand)} ${done}` : words.outOfRange}
    </Alert>
  );
}
