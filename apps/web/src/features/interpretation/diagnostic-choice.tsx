import type { DiagnosticColor } from '@curvewell/contracts';
import { Group, Select } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';

import { text } from '../../locale/text.ts';
import { diagnosticLook, type Scheme } from '../../shared/diagnostic-palette.ts';
import { DiagnosticCode } from '../../shared/ui/diagnostic-code.tsx';
import classes from './diagnostic-form.module.css';
import { lookOf } from './result-look.ts';

interface DiagnosticChoiceProps {
  readonly offered: readonly DiagnosticColor[];
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly scheme: Scheme;
  readonly error: string | undefined;
}

/** More diagnostics than this are a list. */
const MAX_BUTTONS = 6;
const texts = text.interpretation.update;

/** One button each diagnostic; many are a list. */
export function DiagnosticChoice({ offered, value, onChange, scheme, error }: DiagnosticChoiceProps) {
  const name = useId();
  return (
    <>
      <span className={classes['term']} id={name}>
        {texts.newResult}
      </span>
      {offered.length > MAX_BUTTONS || error !== undefined ? (
        <Select
          autoFocus
          size="xs"
          aria-label={texts.newResult}
          allowDeselect={false}
          data={offered.map((color) => ({ value: color.id, label: lookOf(color, scheme).name }))}
          value={value}
          onChange={onChange}
          error={error}
          renderOption={({ option }) => {
            const color = offered.find(({ id }) => id === option.value);
            return (
              <Group gap={8} wrap="nowrap">
                <DiagnosticCode look={color ? lookOf(color, scheme) : diagnosticLook(null, scheme)} />
                {option.label}
              </Group>
            );
          }}
        />
      ) : (
        <div role="radiogroup" aria-labelledby={name} className={classes['choices']}>
          {offered.map((color, index) => {
            const look = lookOf(color, scheme);
            return (
              <label key={color.id} className={classes['choice']}>
                <input
                  type="radio"
                  className="visually-hidden"
                  name={name}
                  // The form is opened to choose; with nothing chosen the first is gone into.
                  autoFocus={value === null ? index === 0 : color.id === value}
                  checked={color.id === value}
                  onChange={() => {
                    onChange(color.id);
                  }}
                />
                <DiagnosticCode look={look} small />
                {look.name}
                {color.id === value && <IconCheck size={14} stroke={2} />}
              </label>
            );
          })}
        </div>
      )}
    </>
  );
}
