import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { dayOfText } from '../../format/day.ts';

interface DayInputProps {
  readonly label: string;
  /** `2026-11-20`, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly required?: boolean;
  readonly error?: string | undefined;
  /** Shown below the field. */
  readonly description?: ReactNode;
}

/** A day, typed as `20-11-2026` or chosen from a calendar that opens on click or arrow down. */
export function DayInput({ label, value, onChange, required = false, error, description }: DayInputProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <DateInput
      label={label}
      required={required}
      error={error}
      description={description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      placeholder={text.common.dayFormat}
      valueFormat="DD-MM-YYYY"
      dateParser={dayOfText}
      clearable
      clearButtonProps={{ 'aria-label': text.common.clear(label), style: { minWidth: 24, minHeight: 24 } }}
      rightSection={value === '' ? <IconCalendar size={18} stroke={1.6} aria-hidden /> : undefined}
      rightSectionPointerEvents={value === '' ? 'none' : 'all'}
      value={value === '' ? null : value}
      onChange={(day) => {
        onChange(day ?? '');
        setIsOpen(false);
      }}
      popoverProps={{ opened: isOpen, onChange: setIsOpen }}
      // What is typed replaces the date.
      onFocus={({ currentTarget }) => currentTarget.select()}
      onClick={() => setIsOpen(true)}
      onBlur={() => setIsOpen(false)}
      onKeyDown={({ key }) => setIsOpen(key === 'ArrowDown')}
    />
  );
}
