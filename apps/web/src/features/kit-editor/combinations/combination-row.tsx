import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';

import { text } from '../../../locale/text.ts';
import { changedCombination } from '../draft/draft-edits.ts';
import { offeredConditions } from '../draft/conditions.ts';
import { conditionsText } from '../draft/draft-changes.ts';
import { type Case, type CombinationDraft, NO_RULE, zonesOfLabel } from '../draft/kit-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from '../kit-editor.module.css';
import { ConditionSelect } from './condition-select.tsx';
import { CombinationCurves } from './combination-curves.tsx';
import { DiagnosticSelect, useLook } from './diagnostic-select.tsx';
import type { CombinationWells } from './rule-counts.ts';
import { ZonePattern } from './zone-pattern.tsx';

const words = text.kits.combinations;
const ICON = { size: 14, stroke: 1.8, 'aria-hidden': true } as const;

interface CombinationRowProps {
  readonly label: string;
  readonly counts: CombinationWells;
  readonly isFocused: boolean;
  readonly tabIndex: number;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: () => void;
}

/** What a combination means: its diagnostic, or one each for conditions, and “else” always written out. */
export function CombinationRow({
  label,
  counts,
  isFocused,
  tabIndex,
  onKeyDown,
  onFocus,
}: CombinationRowProps) {
  const { draft, judged, edit } = useKitEditing();
  const rule = draft.combinations.get(label) ?? NO_RULE;
  const name = useRowName(label, rule, counts);
  const change = (next: (draft: CombinationDraft) => CombinationDraft, about: string): void => {
    edit((channel) => changedCombination(channel, label, next), `${label} ${about}`);
  };
  const isOpen = rule.cases.length === 0 && rule.otherwise === null && counts.wells.length > 0;
  const [first, ...furtherCases] = rule.cases;

  return (
    <div
      role="listitem"
      aria-label={name}
      data-combination={label}
      data-focused={isFocused || undefined}
      data-unsettled={isOpen || undefined}
      tabIndex={tabIndex}
      className={styles['rule']}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onClick={onFocus}
    >
      <div className={styles['rule-label']}>
        {label}
        <ZonePattern hit={zonesOfLabel(label)} />
      </div>
      <CombinationCurves label={label} />
      <div className={styles['rule-diagnostic']}>
        {first ? (
          <DiagnosticSelect
            label={words.diagnosticWhen(label, conditionsText(first))}
            value={first.diagnosticId}
            onChange={(diagnosticId) => {
              change((before) => withCase(before, 0, { ...first, diagnosticId }), 'case 0');
            }}
          />
        ) : (
          <DiagnosticSelect
            label={words.diagnosticOf(label)}
            value={rule.otherwise}
            onChange={(otherwise) => {
              change((before) => ({ ...before, otherwise }), 'otherwise');
            }}
          />
        )}
        {rule.cases.length === 0 && <AddCondition label={label} rule={rule} index={null} onChange={change} />}
      </div>
      <WellCount counts={counts} isOld={judged?.isOld ?? false} />
      {first && <CaseLine label={label} rule={rule} index={0} counts={counts} onChange={change} />}
      {furtherCases.map((one, index) => (
        <CaseLine key={index} label={label} rule={rule} index={index + 1} counts={counts} onChange={change}>
          <DiagnosticSelect
            label={words.diagnosticWhen(label, conditionsText(one))}
            value={one.diagnosticId}
            onChange={(diagnosticId) => {
              change((before) => withCase(before, index + 1, { ...one, diagnosticId }), `case ${index + 1}`);
            }}
          />
        </CaseLine>
      ))}
      {first && (
        <div className={styles['case']}>
          <span>{words.otherwise}</span>
          <div className={styles['case-diagnostic']}>
            <DiagnosticSelect
              label={words.diagnosticElse(label)}
              value={rule.otherwise}
              onChange={(otherwise) => {
                change((before) => ({ ...before, otherwise }), 'otherwise');
              }}
            />
          </div>
          <AddCase label={label} rule={rule} onChange={change} />
          <b className={styles['case-count']} data-open={rule.otherwise === null || undefined}>
            {judged === null ? '' : (counts.byCase.get(null)?.length ?? 0)}
          </b>
        </div>
      )}
    </div>
  );
}

type Change = (next: (draft: CombinationDraft) => CombinationDraft, about: string) => void;

const withCase = (draft: CombinationDraft, index: number, next: Case): CombinationDraft => ({
  ...draft,
  cases: draft.cases.map((one, place) => (place === index ? next : one)),
});

/** A case without conditions is none: what it said goes to “else” when nothing stands there. */
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
  readonly children?: React.ReactNode;
}

function CaseLine({ label, rule, index, counts, onChange, children }: CaseLineProps) {
  const { isLocked, judged } = useKitEditing();
  const one = rule.cases[index];
  if (one === undefined) return null;
  const zones = zonesOfLabel(label);
  const setExpressions = (expressions: Case['expressions']): void => {
    onChange(
      (before) =>
        expressions.length === 0
          ? withoutCase(before, index)
          : withCase(before, index, { ...one, expressions }),
      `conditions ${index}`,
    );
  };
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
            onChange={(next) => {
              setExpressions(one.expressions.map((each, other) => (other === place ? next : each)));
            }}
          />
          {!isLocked && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={words.removeCondition(conditionsText({ expressions: [expression] }), label)}
              onClick={() => {
                setExpressions(one.expressions.filter((_, other) => other !== place));
              }}
            >
              <IconX {...ICON} />
            </ActionIcon>
          )}
        </span>
      ))}
      <AddCondition label={label} rule={rule} index={index} onChange={onChange} />
      {children !== undefined && <div className={styles['case-diagnostic']}>{children}</div>}
      <b className={styles['case-count']}>{judged === null ? '' : (counts.byCase.get(index)?.length ?? 0)}</b>
    </div>
  );
}

interface AddConditionProps {
  readonly label: string;
  readonly rule: CombinationDraft;
  /** The case that it is added to; null: the first one. */
  readonly index: number | null;
  readonly onChange: Change;
}

function AddCondition({ label, rule, index, onChange }: AddConditionProps) {
  const { expressions, isLocked } = useKitEditing();
  const taken = index === null ? [] : (rule.cases[index]?.expressions ?? []);
  const offered = offeredConditions(expressions, { zones: zonesOfLabel(label), taken });
  const next = offered.find(({ operator }) => operator === 'GT') ?? offered[0];
  if (isLocked || next === undefined) return null;
  const { firstOperand, operator, secondOperand } = next;
  const expression = { firstOperand, operator, secondOperand };
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      leftSection={<IconPlus {...ICON} />}
      aria-label={words.addCondition(label)}
      onClick={() => {
        onChange((before) => {
          const one = index === null ? undefined : before.cases[index];
          return one === undefined || index === null
            ? { cases: [{ expressions: [expression], diagnosticId: before.otherwise }], otherwise: null }
            : withCase(before, index, { ...one, expressions: [...one.expressions, expression] });
        }, 'condition');
      }}
    >
      {words.condition}
    </Button>
  );
}

function AddCase({ label, rule, onChange }: Omit<AddConditionProps, 'index'>) {
  const { expressions, isLocked } = useKitEditing();
  const used = rule.cases.flatMap((one) => (one.expressions.length === 1 ? one.expressions : []));
  const said = new Set(used.map((one) => conditionText(one)));
  const next = offeredConditions(expressions, { zones: zonesOfLabel(label), taken: [] }).find(
    (one) => !said.has(conditionText(one)),
  );
  if (isLocked || next === undefined) return null;
  const { firstOperand, operator, secondOperand } = next;
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      leftSection={<IconPlus {...ICON} />}
      aria-label={words.addCaseTo(label)}
      onClick={() => {
        onChange(
          (before) => ({
            ...before,
            cases: [
              ...before.cases,
              { expressions: [{ firstOperand, operator, secondOperand }], diagnosticId: null },
            ],
          }),
          'case',
        );
      }}
    >
      {words.addCase}
    </Button>
  );
}

const conditionText = (one: Case['expressions'][number]): string => conditionsText({ expressions: [one] });

function WellCount({ counts, isOld }: { readonly counts: CombinationWells; readonly isOld: boolean }) {
  const { judged } = useKitEditing();
  if (judged === null) return <span />;
  const { wells, change, outside } = counts;
  return (
    <div
      className={styles['count']}
      data-none={wells.length === 0 || undefined}
      data-old={isOld || undefined}
    >
      {wells.length}
      {change !== 0 && <small>{change > 0 ? `+${change}` : `−${-change}`}</small>}
      {outside > 0 && <small data-outside>{words.outside(outside)}</small>}
    </div>
  );
}

/** “A + B + C, 2 wells. When A above B Homozygous wild type. Else no diagnostic.” */
function useRowName(label: string, rule: CombinationDraft, counts: CombinationWells): string {
  const lookOf = useLook();
  const { judged } = useKitEditing();
  const nameOf = (id: string | null): string => (id === null ? words.none : lookOf(id).name);
  const said = [
    ...rule.cases.map((one) => text.kits.changes.when(conditionsText(one), nameOf(one.diagnosticId))),
    rule.cases.length === 0 ? nameOf(rule.otherwise) : text.kits.changes.otherwise(nameOf(rule.otherwise)),
  ].join('. ');
  return words.rowName(label, judged === null ? words.notInRun : words.wellsOf(counts.wells.length), said);
}
