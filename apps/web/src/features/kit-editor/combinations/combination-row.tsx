import { type KeyboardEvent, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { shortcutsEnabled } from '../../../shared/navigation/shortcuts.ts';
import { changeCombination } from '../draft/draft-edits.ts';
import { conditionsText } from '../draft/draft-changes.ts';
import { type CombinationDraft, NO_RULE, zonesOfLabel } from '../draft/kit-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './combinations.module.css';
import { AddCase, AddCondition, CaseLine, withCase } from './case-line.tsx';
import { CombinationCurves } from './combination-curves.tsx';
import { DiagnosticSelect, useLook } from './diagnostic-select.tsx';
import type { CombinationWells } from './rule-counts.ts';
import { WellCount } from './well-count.tsx';
import { ZonePattern } from './zone-pattern.tsx';

const words = text.kits.combinations;

interface CombinationRowProps {
  readonly label: string;
  readonly counts: CombinationWells;
  readonly isFocused: boolean;
  readonly tabIndex: number;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: () => void;
}

/** The meaning of a combination: one diagnostic, or one for each condition with an explicit “else”. */
export function CombinationRow({
  label,
  counts,
  isFocused,
  tabIndex,
  onKeyDown,
  onFocus,
}: CombinationRowProps) {
  const { draft, evaluated, edit } = useKitEditing();
  const rule = draft.combinations.get(label) ?? NO_RULE;
  const name = useRowName(label, rule, counts);
  const change = (next: (draft: CombinationDraft) => CombinationDraft, about: string): void =>
    edit((channel) => changeCombination(channel, label, next), `${label} ${about}`);
  const [isListed, setListed] = useState(false);
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
      onKeyDown={(event) => {
        const isOwn = event.target === event.currentTarget && !event.ctrlKey && !event.metaKey;
        if (event.key === 'w' && isOwn && shortcutsEnabled() && counts.wells.length > 0) setListed(true);
        else onKeyDown(event);
      }}
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
            onChange={(diagnosticId) =>
              change((before) => withCase(before, 0, { ...first, diagnosticId }), 'case 0')
            }
          />
        ) : (
          <DiagnosticSelect
            label={words.diagnosticOf(label)}
            value={rule.otherwise}
            onChange={(otherwise) => change((before) => ({ ...before, otherwise }), 'otherwise')}
          />
        )}
        {rule.cases.length === 0 && <AddCondition label={label} rule={rule} index={null} onChange={change} />}
      </div>
      <WellCount label={label} counts={counts} isListed={isListed} onListed={setListed} />
      {first && <CaseLine label={label} rule={rule} index={0} counts={counts} onChange={change} />}
      {furtherCases.map((one, index) => (
        <CaseLine key={index} label={label} rule={rule} index={index + 1} counts={counts} onChange={change}>
          <DiagnosticSelect
            label={words.diagnosticWhen(label, conditionsText(one))}
            value={one.diagnosticId}
            onChange={(diagnosticId) =>
              change((before) => withCase(before, index + 1, { ...one, diagnosticId }), `case ${index + 1}`)
            }
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
              onChange={(otherwise) => change((before) => ({ ...before, otherwise }), 'otherwise')}
            />
          </div>
          <AddCase label={label} rule={rule} onChange={change} />
          <b className={styles['case-count']} data-open={rule.otherwise === null || undefined}>
            {evaluated === null ? '' : (counts.byCase.get(null)?.length ?? 0)}
          </b>
        </div>
      )}
    </div>
  );
}

/** “A + B + C, 2 wells. When A above B Homozygous wild type. Else no diagnostic.” */
function useRowName(label: string, rule: CombinationDraft, counts: CombinationWells): string {
  const lookOf = useLook();
  const { evaluated } = useKitEditing();
  const nameOf = (id: string | null): string => (id === null ? words.none : lookOf(id).name);
  const cases = [
    ...rule.cases.map((one) => text.kits.changes.when(conditionsText(one), nameOf(one.diagnosticId))),
    rule.cases.length === 0 ? nameOf(rule.otherwise) : text.kits.changes.otherwise(nameOf(rule.otherwise)),
  ].join('. ');
  return words.rowName(
    label,
    evaluated === null ? words.notInRun : words.wellsOf(counts.wells.length),
    cases,
  );
}
