import { tmShiftText, type ControlTmShifts } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

import { text } from '../../../locale/text.ts';
import { formatDateTime } from '../../../shared/format/format.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { distanceText, ruleTone } from '../control-words.ts';
import styles from '../controls.module.css';
import { ToneBadge } from '../tone-badge.tsx';

const words = text.controls;
const texts = words.tmShift;

/** The Tm shift of one run: the readings of its controls and the effect. */
export function ShiftPanel({ shift }: { readonly shift: ControlTmShifts['points'][number] }) {
  const { businessId, runId, kitVersion, readAt, isDateKnown, distance, rules } = shift;
  const read = formatDateTime(readAt);
  return (
    <section className={styles['point']} aria-label={texts.of(businessId)}>
      <div className={styles['bar']}>
        <h2 className={styles['title']}>{texts.of(businessId)}</h2>
        <span className={styles['barEnd']}>
          {rules.map((rule) => (
            <ToneBadge key={rule} tone={ruleTone(rule)}>
              {rule}
            </ToneBadge>
          ))}
        </span>
      </div>
      <div className={styles['pointBody']}>
        <p className={styles['note']}>{tmShiftText(shift)}</p>
        <dl className={styles['facts']}>
          <div>
            <dt>{texts.version}</dt>
            <dd>{kitVersion}</dd>
          </div>
          <div>
            <dt>{words.point.facts.read}</dt>
            <dd>{isDateKnown ? read : words.imported(read)}</dd>
          </div>
          {distance !== null && (
            <div>
              <dt>{texts.distance}</dt>
              <dd>{distanceText(distance, rules)}</dd>
            </div>
          )}
        </dl>
      </div>
      <div className={styles['pointFoot']}>
        <Button
          component={Link}
          variant="default"
          to={paths.runInterpretation(runId)}
          leftSection={<IconEye size={16} stroke={1.6} />}
        >
          {words.point.open(businessId)}
        </Button>
      </div>
    </section>
  );
}
