import type { ControlOverview, ControlSeries, ListedControl } from '@curvewell/contracts';
import {
  westgardRuleSchema,
  type ControlMeasure,
  type ControlTmShifts,
  type PhaseType,
} from '@curvewell/domain';
import { SegmentedControl, Select, UnstyledButton } from '@mantine/core';
import { IconArrowsHorizontal, IconCheck } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { keyText } from '../../shared/navigation/control-address.ts';
import { controlName } from '../../shared/format/control-name.ts';
import { formatCount } from '../../shared/format/format.ts';
import { SampleShape } from '../../shared/ui/plate/sample-shape.tsx';
import { ruleTone, valueText } from './control-words.ts';
import styles from './controls.module.css';
import { RuleMark } from './chart/rule-mark.tsx';
import { Sparkline } from './chart/sparkline.tsx';
import { ToneBadge } from './tone-badge.tsx';
import { SHIFT_KEY } from './use-controls-address.ts';

const words = text.controls;

interface ControlListProps {
  readonly overview: ControlOverview;
  readonly measure: ControlMeasure;
  readonly picked: ListedControl | null;
  readonly onPick: (control: ListedControl) => void;
  /** The Tm shift of each run; null if no kit requires it. */
  readonly shifts: ControlTmShifts | null;
  readonly isShift: boolean;
  readonly onShift: () => void;
  /** How often the selected control breaks each rule; null if not known. */
  readonly counts: ControlSeries['counts'] | null;
}

/** The controls of one phase by zone. Below: how often the selected control breaks each rule. */
export function ControlList(props: ControlListProps) {
  const { overview, measure, picked, onPick, counts, shifts, isShift, onShift } = props;
  const { controls, negatives } = overview;
  const phases = [...new Set(controls.map(({ phase }) => phase))];
  const phase = picked?.phase ?? phases[0];
  const shown = controls.filter((control) => control.phase === phase);
  const showPhase = (next: PhaseType) => {
    const first = controls.find((control) => control.phase === next);
    if (first) onPick(first);
  };
  return (
    <section className={styles['list']} aria-label={words.title}>
      <div className={styles['bar']}>
        <h2 className={styles['title']}>{words.title}</h2>
        {phases.length > 1 && phase !== undefined ? (
          <SegmentedControl
            size="xs"
            aria-label={words.phase}
            data={phases}
            value={phase}
            onChange={showPhase}
          />
        ) : (
          <span className={styles['dim']}>{phase}</span>
        )}
      </div>
      <Select
        className={styles['choose'] ?? ''}
        aria-label={words.control}
        allowDeselect={false}
        data={[
          ...shown.map((control) => ({
            value: keyText(control),
            label: words.name(controlName(control), control.zone),
          })),
          ...(shifts === null ? [] : [{ value: SHIFT_KEY, label: words.tmShift.title }]),
        ]}
        value={isShift ? SHIFT_KEY : picked && keyText(picked)}
        onChange={(key) => {
          if (key === SHIFT_KEY) onShift();
          const next = shown.find((control) => keyText(control) === key);
          if (next) onPick(next);
        }}
      />
      <ul className={styles['controls']}>
        {shown.map((control) => (
          <li key={keyText(control)}>
            <UnstyledButton
              className={styles['control'] ?? ''}
              aria-current={control === picked && !isShift ? 'true' : undefined}
              onClick={() => onPick(control)}
            >
              <SampleShape type={control.sampleType} size={15} />
              <b>{controlName(control)}</b>
              <StateBadge control={control} />
              <span className={styles['under']}>
                {control.zone} {control.mean !== null && valueText(control.mean, measure)}
              </span>
              <Sparkline values={control.newest} />
            </UnstyledButton>
          </li>
        ))}
        {negatives.wells > 0 && <Negatives {...negatives} />}
        {shifts !== null && <Shifts shifts={shifts} isPicked={isShift} onPick={onShift} />}
      </ul>
      <Rules counts={counts} />
    </section>
  );
}

function StateBadge({ control: { worst, newest, hasLimits } }: { readonly control: ListedControl }) {
  if (newest.at(-1) === null) return <ToneBadge tone="danger">{words.noPeak}</ToneBadge>;
  if (worst !== null) return <ToneBadge tone={ruleTone(worst)}>{worst}</ToneBadge>;
  if (!hasLimits) return <ToneBadge tone="plain">{words.noLimits}</ToneBadge>;
  return (
    <ToneBadge tone="success" icon={<IconCheck size={11} stroke={2} aria-hidden />}>
      {words.inControl}
    </ToneBadge>
  );
}

interface ShiftsProps {
  readonly shifts: ControlTmShifts;
  readonly isPicked: boolean;
  readonly onPick: () => void;
}

/** Number of runs in a sparkline. */
const WATCHED = 30;

function Shifts({ shifts: { points, limits }, isPicked, onPick }: ShiftsProps) {
  const newest = points.at(-1);
  const worst = newest?.rules[0];
  return (
    <li>
      <UnstyledButton
        className={styles['control'] ?? ''}
        aria-current={isPicked ? 'true' : undefined}
        onClick={onPick}
      >
        <IconArrowsHorizontal size={15} stroke={1.6} aria-hidden />
        <b>{words.tmShift.title}</b>
        {worst !== undefined && <ToneBadge tone={ruleTone(worst)}>{worst}</ToneBadge>}
        {worst === undefined && limits === null && <ToneBadge tone="plain">{words.noLimits}</ToneBadge>}
        {worst === undefined && limits !== null && (
          <ToneBadge tone="success" icon={<IconCheck size={11} stroke={2} aria-hidden />}>
            {words.inControl}
          </ToneBadge>
        )}
        <span className={styles['under']}>{words.tmShift.runs(points.length)}</span>
        <Sparkline values={points.slice(-WATCHED).map(({ median }) => median)} />
      </UnstyledButton>
    </li>
  );
}

function Negatives({ wells, contaminated, notCalled }: ControlOverview['negatives']) {
  return (
    <li className={styles['control']}>
      <SampleShape type="NEGATIVE_TEST" size={15} />
      <b>{text.sampleTypes.NEGATIVE_TEST}</b>
      {contaminated > 0 && <ToneBadge tone="danger">{words.peaks(contaminated)}</ToneBadge>}
      {notCalled > 0 && <ToneBadge tone="warning">{words.notCalled(notCalled)}</ToneBadge>}
      {contaminated + notCalled === 0 && <ToneBadge tone="success">{words.clean}</ToneBadge>}
      <a href="#negative-controls" className={styles['underWide']}>
        {words.negativeWells(formatCount(wells))}
      </a>
    </li>
  );
}

function Rules({ counts }: Pick<ControlListProps, 'counts'>) {
  return (
    <div className={styles['rules']}>
      <h3 className={styles['small']}>{words.rulesTitle}</h3>
      <ul>
        {westgardRuleSchema.options.map((rule) => (
          <li key={rule}>
            <RuleMark rule={rule} />
            <b>{rule}</b>
            <span>{words.rules[rule]}</span>
            <b data-none={(counts?.[rule] ?? 0) === 0 || undefined}>{counts?.[rule] ?? 0}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
