import type { ExpressionSettings } from '@curvewell/contracts';
import { Select } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { expressionKey, offeredConditions } from '../draft/conditions.ts';
import { useKitEditing } from '../kit-editor-context.ts';

interface ConditionSelectProps {
  readonly label: string;
  readonly zones: readonly string[];
  readonly value: ExpressionSettings;
  /** The other conditions of the same case. */
  readonly others: readonly ExpressionSettings[];
  readonly onChange: (expression: ExpressionSettings) => void;
}

export const conditionText = ({ firstOperand, operator, secondOperand }: ExpressionSettings): string =>
  text.kits.combinations.conditionText(firstOperand, operator, secondOperand);

/** One condition in words, chosen among those that the case can take. */
export function ConditionSelect({ label, zones, value, others, onChange }: ConditionSelectProps) {
  const { expressions, isLocked } = useKitEditing();
  if (isLocked) return <b>{conditionText(value)}</b>;
  const offered = offeredConditions(expressions, { zones, taken: others });
  const options = offered.some((one) => expressionKey(one) === expressionKey(value))
    ? offered
    : [value, ...offered];
  return (
    <Select
      size="xs"
      w={112}
      aria-label={label}
      allowDeselect={false}
      data={options.map((one) => ({ value: expressionKey(one), label: conditionText(one) }))}
      value={expressionKey(value)}
      onChange={(key) => {
        const next = options.find((one) => expressionKey(one) === key);
        if (next) {
          const { firstOperand, operator, secondOperand } = next;
          onChange({ firstOperand, operator, secondOperand });
        }
      }}
    />
  );
}
