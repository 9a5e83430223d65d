import { NumberInput } from '@mantine/core';
import { useState } from 'react';

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
  /** How the number stands there while nobody types. */
  readonly written?: (value: number) => string;
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
  written = (one) => (decimals === 1 ? one.toFixed(1) : String(one)),
  ...rest
}: NumberFieldProps) {
  const { isLocked } = useKitEditing();
  // What is typed stays as it is, such as “58.”, until the field is left or the number comes from elsewhere.
  const [typed, setTyped] = useState<number | string | null>(null);
  const text = value === null ? null : written(value);
  if (isLocked) return <LockedValue label={label} text={text} isBare={isBare} />;
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
      // What is typed is evaluated at once, before the field is left.
      clampBehavior="strict"
      allowNegative={false}
      error={error}
      value={typed !== null && numberOf(typed) === value ? typed : (text ?? '')}
      onBlur={() => {
        setTyped(null);
      }}
      onChange={(next) => {
        setTyped(next);
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
