import { Select, useComputedColorScheme } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { diagnosticLook } from '../../../shared/diagnostic-palette.ts';
import { DiagnosticCode } from '../../../shared/ui/diagnostic-code.tsx';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from '../kit-editor.module.css';

const NONE = 'none';
const IN_PLACE = { withinPortal: true } as const;

/** The look of a diagnostic of the kit; null: none. */
export function useLook() {
  const scheme = useComputedColorScheme('light');
  const { diagnostics } = useKitEditing();
  return (id: string | null) => {
    const color = diagnostics.find((one) => one.id === id);
    return diagnosticLook(
      color ? { diagnostic: color.diagnostic.name, label: color.diagnosticLabel, color: color.color } : null,
      scheme,
    );
  };
}

interface DiagnosticSelectProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

/** A diagnostic of the kit, with its code; locked it is text. */
export function DiagnosticSelect({ label, value, onChange }: DiagnosticSelectProps) {
  const { diagnostics, isLocked } = useKitEditing();
  const lookOf = useLook();
  const look = lookOf(value);
  if (isLocked) {
    return (
      <span className={styles['diagnostic-text']}>
        <DiagnosticCode look={look} />
        {value === null ? text.kits.combinations.none : look.name}
      </span>
    );
  }
  return (
    <Select
      size="xs"
      aria-label={label}
      comboboxProps={IN_PLACE}
      allowDeselect={false}
      data={[
        { value: NONE, label: text.kits.combinations.none },
        ...diagnostics.map(({ id }) => ({ value: id, label: lookOf(id).name })),
      ]}
      value={value ?? NONE}
      leftSection={<DiagnosticCode look={look} />}
      leftSectionWidth={34}
      renderOption={({ option }) => (
        <span className={styles['diagnostic-text']}>
          <DiagnosticCode look={lookOf(option.value === NONE ? null : option.value)} />
          {option.label}
        </span>
      )}
      onChange={(id) => {
        onChange(id === NONE ? null : id);
      }}
    />
  );
}
