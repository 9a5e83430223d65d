import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';

import { text } from '../../locale/text.ts';
import { checkFieldId } from './checks/check-field-id.ts';
import { coversAll, lackStandards, unsettledWells } from './combinations/rule-counts.ts';
import { useKitEditing } from './kit-editor-context.ts';
import styles from './kit-editor.module.css';
import { OverlapNotes } from './overlap-notes.tsx';
import { fieldId } from './phases/field-id.ts';

const MAX_POSITIONS = 3;
const MAX_ROWS = 4;

interface MissingNextProps {
  /** Warning about zones that cannot be distinguished. */
  readonly near: ReactNode;
  readonly tried: ReactNode;
}

/** Errors that prevent saving, then combinations without a diagnostic. A click goes to each. */
export function MissingNext({ near, tried }: MissingNextProps) {
  const { draft, diagnostics, issues, evaluated, onFocus } = useKitEditing();
  const unsettled = [...unsettledWells(evaluated)];
  const isComplete = issues.length === 0 && unsettled.length === 0 && draft.phases.length > 0;
  return (
    <section
      className={styles['missing']}
      data-complete={isComplete || undefined}
      aria-labelledby="missing-title"
    >
      <h3 id="missing-title" className={isComplete ? 'visually-hidden' : styles['missing-title']}>
        {text.kits.missing.title}
      </h3>
      {near}
      <OverlapNotes />
      {issues.length === 0 && unsettled.length === 0 && (
        <p>{draft.phases.length === 0 ? text.kits.missing.noPhase : text.kits.missing.nothing}</p>
      )}
      {diagnostics.length === 0 && <p>{text.kits.missing.noDiagnostics}</p>}
      <ul>
        {issues.slice(0, MAX_ROWS).map(({ phase, zone, field, message }) => (
          <li key={`${phase ?? ''} ${zone ?? ''} ${message}`}>
            <UnstyledButton
              className={styles['missing-row'] ?? ''}
              onClick={() => {
                if (phase === null) {
                  if (field) document.getElementById(checkFieldId(field))?.focus();
                  return;
                }
                // Unfold synchronously, so that the field can take the focus.
                flushSync(() => {
                  onFocus(
                    zone === null
                      ? { kind: 'threshold', phase, zone: null }
                      : { kind: 'edge', phase, zone, edge: 'minTemp' },
                  );
                });
                document.getElementById(fieldId(phase, zone))?.focus();
              }}
            >
              <b>{message}</b>
            </UnstyledButton>
          </li>
        ))}
        {unsettled.slice(0, MAX_ROWS).map(([label, wells]) => (
          <li key={label}>
            <UnstyledButton
              className={styles['missing-row'] ?? ''}
              onClick={() => {
                onFocus({ kind: 'rule', label });
              }}
            >
              <b>{text.kits.combinations.wellsOf(wells.length)}</b>
              {lackStandards(wells, draft.combinations.get(label))
                ? text.kits.missing.noStandards(label)
                : text.kits.missing.unsettled(label, coversAll(draft.combinations.get(label)))}
              <small>
                {wells
                  .slice(0, MAX_POSITIONS)
                  .map(({ position }) => position)
                  .join(', ')}
              </small>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {tried}
    </section>
  );
}
