import { Select } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { freeLetters } from '../draft/draft-edits.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './phases.module.css';

const IN_PLACE = { withinPortal: false, width: 60 } as const;

interface LetterSelectProps {
  readonly value: string;
  readonly onChange: (letter: string) => void;
}

/** The letter of a zone: the current one or an unused one. */
export function LetterSelect({ value, onChange }: LetterSelectProps) {
  const { draft, isLocked } = useKitEditing();
  if (isLocked) return <b className={styles['locked-value']}>{value}</b>;
  const offered = [...(value === '' ? [] : [value]), ...freeLetters(draft)].sort();
  return (
    <Select
      size="xs"
      fw={600}
      aria-label={text.kits.fields.ofZone(text.kits.fields.zone, value)}
      comboboxProps={IN_PLACE}
      allowDeselect={false}
      error={value === ''}
      rightSectionWidth={14}
      classNames={{ input: styles['letter'] ?? '' }}
      data={offered}
      value={value === '' ? null : value}
      onChange={(letter) => {
        if (letter !== null) onChange(letter);
      }}
    />
  );
}
