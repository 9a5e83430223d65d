import { type DiagnosticMeaning, diagnosticMeaningSchema } from '@curvewell/domain';
import { Group, Select, TextInput } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { withName } from '../../../shared/format/own-diagnostic.ts';

const { columns, meaning: meaningLabel, meanings } = text.diagnostics;
const MEANINGS = diagnosticMeaningSchema.options.map((value) => ({ value, label: meanings[value] }));

interface OwnValues {
  readonly name: string | null;
  readonly label: string;
  readonly letters: string;
  readonly meaning: DiagnosticMeaning | null;
}

interface OwnFieldsProps {
  readonly values: OwnValues;
  /** It is in use, so its name and meaning stay. */
  readonly isFixed: boolean;
  readonly onChange: (values: OwnValues) => void;
}

/** What a kit's own diagnostic needs besides words and colour: name, letters, meaning. */
export function OwnFields({ values, isFixed, onChange }: OwnFieldsProps) {
  const { name, label, letters, meaning } = values;
  const typed = { name, label, letters, meaning };
  return (
    <>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <TextInput
          flex={1}
          label={columns.diagnostic}
          required
          disabled={isFixed}
          maxLength={80}
          value={name ?? ''}
          onChange={({ currentTarget }) => onChange(withName(typed, currentTarget.value))}
        />
        <TextInput
          w={72}
          label={columns.code}
          required
          maxLength={3}
          value={letters}
          onChange={({ currentTarget }) => onChange({ ...typed, letters: currentTarget.value })}
        />
      </Group>
      <Select
        label={meaningLabel}
        required
        disabled={isFixed}
        allowDeselect={false}
        data={MEANINGS}
        value={meaning}
        onChange={(next) => {
          const chosen = diagnosticMeaningSchema.safeParse(next).data;
          if (chosen !== undefined) onChange({ ...typed, meaning: chosen });
        }}
      />
    </>
  );
}
