import { edgeText } from '@curvewell/domain';
import { NumberInput } from '@mantine/core';
import { useState } from 'react';

import { useKitEditing } from '../kit-editor-context.ts';
import styles from './phases.module.css';

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
  /** The id of a text that explains the field. */
  readonly describedBy?: string;
}

/** The largest possible threshold. */
const MOST = 1e9;

/** A number of a phase or zone; plain text if locked. */
export function NumberField({
  label,
  value,
  onChange,
  isBare = false,
  step = 1,
  decimals = 4,
  max = MOST,
  error = false,
  describedBy,
  ...rest
}: NumberFieldProps) {
  const { isLocked } = useKitEditing();
  // Keeps incomplete input such as “58.” until blur or until the value changes elsewhere.
  const [typed, setTyped] = useState<number | string | null>(null);
  const text = value === null ? null : written(value, decimals);
  if (isLocked) return <LockedValue label={label} text={text} isBare={isBare} />;
  return (
    <NumberInput
      {...(isBare ? { 'aria-label': label } : { label })}
      {...rest}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      size="xs"
      hideControls
      min={0}
      step={step}
      decimalScale={decimals}
      fixedDecimalScale={decimals === 1}
      max={max}
      // Input takes effect while typing, before blur.
      clampBehavior="strict"
      allowNegative={false}
      error={error}
      value={typed !== null && numberOf(typed) === value ? typed : (text ?? '')}
      onBlur={() => setTyped(null)}
      onChange={(next) => {
        setTyped(next);
        onChange(numberOf(next));
      }}
    />
  );
}

/** A number while it is not being edited. Those of three decimals are edges of zones. */
function written(value: number, decimals: number): string {
  if (decimals === 3) return edgeText(value);
  return decimals === 1 ? value.toFixed(1) : String(value);
}

/** Mantine passes input with trailing zeros as a string. */
const numberOf = (value: number | string): number | null => {
  const number = value === '' ? NaN : Number(value);
  return Number.isNaN(number) ? null : number;
};

interface LockedValueProps {
  readonly label: string;
  readonly text: string | null;
  readonly isBare: boolean;
}

function LockedValue({ label, text, isBare }: LockedValueProps) {
  const shown = text ?? '–';
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
