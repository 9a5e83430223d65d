import { NumberInput } from '@mantine/core';

import { useKitEditing } from '../kit-editor-context.ts';
import styles from '../kit-editor.module.css';

interface NumberFieldProps {
  readonly id?: string;
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly isBare?: boolean;
  readonly placeholder?: string;
  readonly step?: number;
  readonly decimals?: number;
  readonly max?: number;
  readonly error?: boolean;
  readonly onFocus?: () => void;
}

/** The largest threshold that there is. */
const MOST = 1e9;

/** A number of a phase or a zone; locked it is text. */
export function NumberField({
  label,
  value,
  onChange,
  isBare = false,
  step = 1,
  decimals = 4,
  max = MOST,
  error = false,
  ...rest
}: NumberFieldProps) {
  const { isLocked } = useKitEditing();
  if (isLocked) return <LockedValue label={label} value={value} isBare={isBare} decimals={decimals} />;
  return (
    <NumberInput
      {...(isBare ? { 'aria-label': label } : { label })}
      {...rest}
      size="xs"
      hideControls
      min={0}
      step={step}
      decimalScale={decimals}
      fixedDecimalScale={decimals === 1}
      max={max}
      // What is typed is judged at once, before the field is left.
      clampBehavior="strict"
      allowNegative={false}
      error={error}
      value={value ?? ''}
      onChange={(next) => {
        onChange(numberOf(next));
      }}
    />
  );
}

/** Digits that end in zeros arrive as they were typed. */
const numberOf = (value: number | string): number | null => {
  const number = value === '' ? NaN : Number(value);
  return Number.isNaN(number) ? null : number;
};

function LockedValue({
  label,
  value,
  isBare,
  decimals,
}: {
  label: string;
  value: number | null;
  isBare: boolean;
  decimals: number;
}) {
  const shown = value === null ? '–' : decimals === 1 ? value.toFixed(1) : String(value);
  return isBare ? (
    <span className={styles['locked-value']}>
      <span className="visually-hidden">{label} </span>
      {shown}
    </span>
  ) : (
    <div>
      <div className={styles['locked-label']}>{label}</div>
      {shown}
    </div>
  );
}
