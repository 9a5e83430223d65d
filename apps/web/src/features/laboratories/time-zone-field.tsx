import { DEFAULT_TIME_ZONE } from '@curvewell/domain';
import { Select } from '@mantine/core';

import { text } from '../../locale/text.ts';
import styles from './laboratories.module.css';

const words = text.laboratories;

interface TimeZoneFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  /** null for read-only users. */
  readonly onChange: ((timeZone: string) => void) | null;
}

/** The laboratory's time zone. Times without an offset in files are in this zone. */
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

/** The zones known to the browser, and the chosen one. */
const zones = (chosen: string): string[] => [
  ...new Set([DEFAULT_TIME_ZONE, chosen, ...Intl.supportedValuesOf('timeZone')]),
];
