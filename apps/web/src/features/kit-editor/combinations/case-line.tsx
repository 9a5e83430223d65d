import { expressionText, type ExpressionSettings } from '@curvewell/domain';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import { offeredConditions, offeredFigures } from '../draft/conditions.ts';
import { diagnosticWords } from '../draft/diagnostic-words.ts';
import { conditionsText } from '../draft/draft-changes.ts';
import { type Case, type CombinationDraft, zonesOfLabel } from '../draft/kit-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './combinations.module.css';
import { ConditionSelect } from './condition-select.tsx';
import type { CombinationWells } from './rule-counts.ts';

const words = text.kits.combinations;
const ICON = { size: 14, stroke: 1.8, 'aria-hidden': true } as const;

export type Change = (next: (draft: CombinationDraft) => CombinationDraft, about: string) => void;

export const withCase = (draft: CombinationDraft, index: number, next: Case): CombinationDraft => ({
  ...draft,
  cases: draft.cases.map((one, place) => (place === index ? next : one)),
});

/** Removes a case. Its diagnostic becomes the “else” if that is empty. */
function withoutCase(draft: CombinationDraft, index: number): CombinationDraft {
  const gone = draft.cases[index];
  return {
    cases: draft.cases.filter((_, place) => place !== index),
    otherwise: draft.otherwise ?? gone?.diagnosticId ?? null,
  };
}

function moved(draft: CombinationDraft, from: number, to: number): CombinationDraft {
  const one = draft.cases[from];
  if (one === undefined || to < 0 || to >= draft.cases.length) return draft;
  const cases = draft.cases.filter((_, place) => place !== from);
  cases.splice(to, 0, one);
  return { ...draft, cases };
}

interface CaseLineProps {
  readonly label: string;
  readonly rule: CombinationDraft;
  readonly index: number;
  readonly counts: CombinationWells;
  readonly onChange: Change;
  readonly children?: ReactNode;
}

/** One “when” of a combination: its conditions and the number of wells that meet them. */
export function CaseLine({ label, rule, index, counts, onChange, children }: CaseLineProps) {
  const { isLocked, evaluated, diagnostics } = useKitEditing();
  const one = rule.cases[index];
  if (one === undefined) return null;
  const zones = zonesOfLabel(label);
  const setExpressions = (expressions: Case['expressions']): void =>
    onChange(
      (before) =>
        expressions.length === 0
          ? withoutCase(before, index)
          : withCase(before, index, { ...one, expressions }),
      `conditions ${index}`,
    );
  return (
    <div
      className={styles['case']}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        event.stopPropagation();
        onChange((before) => moved(before, index, index + (event.key === 'ArrowUp' ? -1 : 1)), 'order');
      }}
      {...(rule.cases.length > 1 && { title: words.moveHelp })}
    >
      <span>{words.when}</span>
      {one.expressions.map((expression, place) => (
        <span key={place} className={styles['condition']}>
          {place > 0 && <span>{words.and}</span>}
          <ConditionSelect
            label={words.conditionOf(label, place + 1)}
            zones={zones}
            value={expression}
            others={one.expressions.filter((_, other) => other !== place)}
            onChange={(next) =>
              setExpressions(one.expressions.map((each, other) => (other === place ? next : each)))
            }
          />
          {!isLocked && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={words.removeCondition(
                conditionsText({ expressions: [expression] }, diagnosticWords(diagnostics)),
                label,
              )}
              onClick={() => setExpressions(one.expressions.filter((_, other) => other !== place))}
            >
              <IconX {...ICON} />
            </ActionIcon>
          )}
        </span>
      ))}
      <AddCondition label={label} rule={rule} index={index} onChange={onChange} />
      {children !== undefined && <div className={styles['case-diagnostic']}>{children}</div>}
      <b className={styles['case-count']}>
        {evaluated === null ? '' : (counts.byCase.get(index)?.length ?? 0)}
      </b>
    </div>
  );
}

/** Without the id that the server adds to its suggestions. */
const expressionOnly = ({
  firstOperand,
  operator,
  secondOperand,
}: ExpressionSettings): ExpressionSettings => ({
  firstOperand,
  operator,
  secondOperand,
});

interface AddConditionProps {
  readonly label: string;
  readonly rule: CombinationDraft;
  /** The case to add it to; null creates the first case. */
  readonly index: number | null;
  readonly onChange: Change;
}

export function AddCondition({ label, rule, index, onChange }: AddConditionProps) {
  const { expressions, isLocked } = useKitEditing();
  const taken = index === null ? [] : (rule.cases[index]?.expressions ?? []);
  const input = { zones: zonesOfLabel(label), taken };
  const offered = [...offeredConditions(expressions, input), ...offeredFigures(expressions, input)];
  const next = offered.find(({ operator }) => operator === 'GT') ?? offered[0];
  if (isLocked || next === undefined) return null;
  const expression = expressionOnly(next);
  const add = (): void =>
    onChange((before) => {
      const one = index === null ? undefined : before.cases[index];
      return one === undefined || index === null
        ? { cases: [{ expressions: [expression], diagnosticId: before.otherwise }], otherwise: null }
        : withCase(before, index, { ...one, expressions: [...one.expressions, expression] });
    }, 'condition');
  const name = words.addCondition(label);
  return (
    <ActionIcon variant="subtle" size={24} aria-label={name} title={name} onClick={add}>
      <IconPlus {...ICON} />
    </ActionIcon>
  );
}

export function AddCase({ label, rule, onChange }: Omit<AddConditionProps, 'index'>) {
  const { expressions, isLocked } = useKitEditing();
  const used = rule.cases.flatMap((one) => (one.expressions.length === 1 ? one.expressions : []));
  const usedTexts = new Set(used.map(expressionText));
  const input = { zones: zonesOfLabel(label), taken: [] };
  const next = [...offeredConditions(expressions, input), ...offeredFigures(expressions, input)].find(
    (one) => !usedTexts.has(expressionText(one)),
  );
  if (isLocked || next === undefined) return null;
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      leftSection={<IconPlus {...ICON} />}
      aria-label={words.addCaseTo(label)}
      onClick={() =>
        onChange(
          (before) => ({
            ...before,
            cases: [...before.cases, { expressions: [expressionOnly(next)], diagnosticId: null }],
          }),
          'case',
        )
      }
    >
      {words.addCase}
    </Button>
  );
}
