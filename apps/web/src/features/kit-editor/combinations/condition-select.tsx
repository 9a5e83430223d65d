import type { ExpressionSettings } from '@curvewell/domain';
import { NumberInput, Select } from '@mantine/core';
import { useState } from 'react';

import { text } from '../../../locale/text.ts';
import {
  conditionKey,
  conditionKind,
  conditionWords,
  offeredConditions,
  offeredFigures,
} from '../draft/conditions.ts';
import { diagnosticWords } from '../draft/diagnostic-words.ts';
import { conditionsText } from '../draft/draft-changes.ts';
import { useKitEditing } from '../kit-editor-context.ts';

const words = text.kits.combinations;

interface ConditionSelectProps {
  readonly label: string;
  readonly zones: readonly string[];
  readonly value: ExpressionSettings;
  /** The other conditions of the same case. */
  readonly others: readonly ExpressionSettings[];
  readonly onChange: (expression: ExpressionSettings) => void;
}

/** A select with the possible conditions of a case, and a number field if the condition has a limit. */
export function ConditionSelect({ label, zones, value, others, onChange }: ConditionSelectProps) {
  const { expressions, isLocked, diagnostics } = useKitEditing();
  const ofKit = diagnosticWords(diagnostics);
  if (isLocked) return <b>{conditionsText({ expressions: [value] }, ofKit)}</b>;
  const input = { zones, taken: others };
  const offered = [...offeredConditions(expressions, input), ...offeredFigures(expressions, input)];
  const options = offered.some((one) => conditionKey(one) === conditionKey(value))
    ? offered
    : [value, ...offered];
  const groups = Map.groupBy(options, conditionKind);
  const { secondOperand } = value;
  const hasNumber = typeof secondOperand === 'number';
  return (
    <>
      <Select
        size="xs"
        w={WIDTH[conditionKind(value)]}
        comboboxProps={{ width: WIDTH[conditionKind(value)] > 200 ? 280 : 200, position: 'bottom-start' }}
        aria-label={label}
        allowDeselect={false}
        data={[...groups].map(([kind, ofKind]) => ({
          group: words.conditionKinds[kind],
          items: ofKind.map((one) => ({ value: conditionKey(one), label: conditionWords(one, ofKit) })),
        }))}
        value={conditionKey(value)}
        onChange={(key) => {
          const next = options.find((one) => conditionKey(one) === key);
          if (next === undefined) return;
          const isSameKind = conditionKind(next) === conditionKind(value);
          const { firstOperand, operator } = next;
          onChange({
            firstOperand,
            operator,
            secondOperand: isSameKind && hasNumber ? secondOperand : next.secondOperand,
          });
        }}
      />
      {hasNumber && (
        <LimitField
          label={words.limitOf(label)}
          isDegrees={conditionKind(value) === 'width'}
          value={secondOperand}
          onChange={(limit) => onChange({ ...value, secondOperand: limit })}
        />
      )}
    </>
  );
}

/** Room for the words of a condition, px. */
const WIDTH = { heights: 112, ratio: 168, width: 168, shape: 240, amplification: 240 } as const;

interface LimitFieldProps {
  readonly label: string;
  readonly isDegrees: boolean;
  readonly value: number;
  readonly onChange: (limit: number) => void;
}

/** The limit of a condition. Incomplete input such as “0.” stays in the field until blur. */
function LimitField({ label, isDegrees, value, onChange }: LimitFieldProps) {
  const [typed, setTyped] = useState<number | string>(value);
  const isTypedCurrent = !(Number(typed) > 0) || Number(typed) === value;
  return (
    <NumberInput
      size="xs"
      w={isDegrees ? 76 : 56}
      hideControls
      aria-label={label}
      {...(isDegrees && { suffix: ' °C' })}
      value={isTypedCurrent ? typed : value}
      min={0}
      max={1000}
      step={0.1}
      decimalScale={3}
      allowNegative={false}
      clampBehavior="strict"
      onBlur={() => setTyped(value)}
      onChange={(next) => {
        setTyped(next);
        if (Number(next) > 0) onChange(Number(next));
      }}
    />
  );
}
