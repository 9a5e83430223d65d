import { DEFAULT_TIME_ZONE } from '@curvewell/domain';
import { Select } from '@mantine/core';

import { text } from '../../locale/text.ts';
import styles from './laboratories.module.css';

const words = text.laboratories;

interface TimeZoneFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  /** null: this person may only read. */
  readonly onChange: ((timeZone: string) => void) | null;
}

/** In which zone the laboratory is: a time of a file without an offset is read in it. */
export function TimeZoneField({ value, error, onChange }: TimeZoneFieldProps) {
  if (onChange === null)
    return (
      <div className={styles['zone']}>
        <span className={styles['label']}>{words.timeZone}</span>
        <span className={styles['text']}>{value}</span>
      </div>
    );
  return (
    <Select
      className={styles['zone'] ?? ''}
      label={words.timeZone}
      title={words.timeZoneText}
      required
      searchable
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      limit={100}
      data={zones(value)}
      value={value}
      error={error}
      nothingFoundMessage={words.noTimeZone}
      onChange={(zone) => {
        if (zone !== null) onChange(zone);
      }}
    />
  );
}

/** What this browser knows, and what is chosen. */
const zones = (chosen: string): string[] => [
  ...new Set([DEFAULT_TIME_ZONE, chosen, ...Intl.supportedValuesOf('timeZone')]),
];
