import { NO_CALL, type DiagnosticColor } from '@curvewell/domain';
import { Group, Select } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';

import { text } from '../../../locale/text.ts';
import type { Scheme } from '../../../shared/colour/diagnostic-palette.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import classes from './diagnostic-form.module.css';
import { lookOf } from '../result-look.ts';

interface DiagnosticChoiceProps {
  /** null stands for No call. */
  readonly choices: readonly (DiagnosticColor | null)[];
  readonly value: string | null;
  readonly onChange: (choice: string | null) => void;
  readonly scheme: Scheme;
  readonly error: string | undefined;
}

/** From this number on a select replaces the buttons. */
const MAX_BUTTONS = 6;
const texts = text.interpretation.update;

/** The value of a result in the choice. */
export const choiceOf = (color: DiagnosticColor | null): string => color?.id ?? NO_CALL;

/** One button for each diagnostic, or a select if there are many. */
export function DiagnosticChoice({ choices, value, onChange, scheme, error }: DiagnosticChoiceProps) {
  const name = useId();
  return (
    <>
      <span className={classes['term']} id={name}>
        {texts.newResult}
      </span>
      {choices.length > MAX_BUTTONS || error !== undefined ? (
        <Select
          autoFocus
          size="xs"
          aria-label={texts.newResult}
          allowDeselect={false}
          data={choices.map((color) => ({ value: choiceOf(color), label: lookOf(color, scheme).name }))}
          value={value}
          onChange={onChange}
          error={error}
          renderOption={({ option }) => {
            const color = choices.find((one) => choiceOf(one) === option.value);
            return (
              <Group gap={8} wrap="nowrap">
                <DiagnosticCode look={lookOf(color, scheme)} />
                {option.label}
              </Group>
            );
          }}
        />
      ) : (
        <div role="radiogroup" aria-labelledby={name} className={classes['choices']}>
          {choices.map((color, index) => {
            const look = lookOf(color, scheme);
            const choice = choiceOf(color);
            return (
              <label key={choice} className={classes['choice']}>
                <input
                  type="radio"
                  className="visually-hidden"
                  name={name}
                  // Focus the current choice, or the first one if there is none.
                  autoFocus={value === null ? index === 0 : choice === value}
                  checked={choice === value}
                  onChange={() => onChange(choice)}
                />
                <DiagnosticCode look={look} small />
                {look.name}
                {choice === value && <IconCheck size={14} stroke={2} />}
              </label>
            );
          })}
        </div>
      )}
    </>
  );
}
