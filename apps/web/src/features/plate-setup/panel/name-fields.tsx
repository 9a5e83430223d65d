import { MAX_ORDER_ID, MAX_WELL_NAME, type Position } from '@curvewell/domain';
import { TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';

import { text } from '../../../locale/text.ts';
import { filledField } from '../../../shared/ui/fields/filled-field.tsx';
import { isNameOfFile } from '../draft/from-file.ts';
import { usePlateSetup } from '../plate-setup-context.ts';

interface FieldProps {
  /** Exactly one well. */
  readonly positions: readonly Position[];
}

export function NameField({ positions }: FieldProps) {
  const { run, editor } = usePlateSetup();
  const [position = ''] = positions;
  const name = editor.plate.get(position)?.name ?? '';
  const duplicateOf = (typed: string): Position | undefined =>
    [...editor.plate].find(([other, well]) => typed !== '' && well.name === typed && other !== position)?.[0];
  return (
    <TextField
      // Remount for another well, and when the name changes on the plate or by undo.
      key={`${position} ${name}`}
      positions={positions}
      field={'name'}
      saved={name}
      maxLength={MAX_WELL_NAME}
      isFromFile={(typed) => typed !== '' && isNameOfFile(run, { position, name: typed })}
      descriptionOf={(typed) => {
        const duplicate = duplicateOf(typed);
        return duplicate && text.wells.nameTwice(typed, duplicate);
      }}
    />
  );
}

export function OrderField({ positions }: FieldProps) {
  const { editor } = usePlateSetup();
  const [position = ''] = positions;
  const orderId = editor.plate.get(position)?.orderId ?? '';
  return (
    <TextField
      key={`${position} ${orderId}`}
      positions={positions}
      field={'orderId'}
      saved={orderId}
      maxLength={MAX_ORDER_ID}
    />
  );
}

interface TextFieldProps extends FieldProps {
  readonly field: 'name' | 'orderId';
  readonly saved: string;
  readonly maxLength: number;
  readonly isFromFile?: (typed: string) => boolean;
  readonly descriptionOf?: (typed: string) => string | undefined;
}

function TextField({ positions, field, saved, maxLength, ...about }: TextFieldProps) {
  const { editor, isLocked } = usePlateSetup();
  const [typed, type] = useState(saved);
  const label = text.wells.fields[field];
  const keep = (): void => {
    if (typed.trim() !== saved) void editor.change(positions, { field, value: typed.trim() });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') keep();
    if (event.key !== 'Escape' || typed === saved) return;
    // The first Escape reverts, the next one returns to the plate.
    event.stopPropagation();
    type(saved);
  };
  return (
    <TextInput
      {...(about.isFromFile?.(typed) === true ? filledField(label, 'file', keep) : { label, onBlur: keep })}
      maxLength={maxLength}
      value={typed}
      disabled={isLocked}
      inputWrapperOrder={['label', 'input', 'description']}
      description={about.descriptionOf?.(typed)}
      styles={{ description: { color: 'var(--warning)', marginTop: 5 } }}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
