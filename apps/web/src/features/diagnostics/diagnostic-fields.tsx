import { DIAGNOSTIC_CATALOGUE, builtInDiagnostic, diagnosticText } from '@curvewell/domain';
import { Select, Table, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';

import { text } from '../../locale/text.ts';
import { withName } from '../../shared/format/own-diagnostic.ts';
import { DiagnosticPreview } from '../../shared/ui/fields/diagnostic-preview.tsx';
import { RowDetails } from './row-details.tsx';
import type { DiagnosticRowProps } from './row-props.ts';
import { isAbout, type RowIssue, shownLetters } from './diagnostic-rows.ts';
import styles from './diagnostics.module.css';
import { issueText } from './issue-words.ts';
import type { DraftRow } from './draft-row.ts';

const words = text.diagnostics;
const { columns } = words;

export function DiagnosticRowFields(props: DiagnosticRowProps) {
  const { row, place, kits, issue, isNew, hasKit, onChange, onNext, onLeave } = props;
  const { key, saved, kitId, name, color } = row;
  const known = row.isOwn || name === null ? undefined : builtInDiagnostic(name);
  const field = (column: string) => words.field(column, place);
  const problem = `diagnostic-problem-${key}`;
  const missing = (part: RowIssue['missing']) => (issue?.missing === part ? (styles['missing'] ?? '') : '');
  const isFixed = !row.isOwn || saved?.isUsed === true;
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const { key: pressed, target, currentTarget } = event;
    // Escape in an open list or in a popover closes only that.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (pressed === 'Escape' && target.getAttribute('aria-expanded') !== 'true') onLeave();
    if (pressed !== 'Enter' || !(target instanceof HTMLInputElement) || target.readOnly) return;
    event.preventDefault();
    onNext();
  };
  const textField = (
    part: 'label' | 'lisCode' | 'snomedCt' | 'letters',
    more: { readonly column: string; readonly max: number; readonly placeholder?: string },
  ) => (
    <TextInput
      className={part === 'label' ? missing('label') : ''}
      {...(part !== 'label' && { classNames: { input: part === 'letters' ? '' : 'mono' } })}
      aria-label={field(more.column)}
      aria-describedby={isAbout(issue, part) ? problem : undefined}
      error={isAbout(issue, part) && issue?.missing === null}
      placeholder={more.placeholder ?? ''}
      maxLength={more.max}
      autoFocus={part === 'label' && (!isNew || (isFixed && !hasKit))}
      value={row[part]}
      onChange={({ currentTarget }) => onChange({ ...row, [part]: currentTarget.value })}
    />
  );
  return (
    <>
      <Table.Tr className={styles['row'] ?? ''} data-open onKeyDown={keys}>
        {hasKit && (
          <Table.Td>
            {saved?.isUsed === true ? (
              <span className={styles['stays']}>{kits.find(({ id }) => id === kitId)?.name}</span>
            ) : (
              <Select
                className={missing('kit')}
                aria-label={field(columns.kit)}
                autoFocus={isNew}
                allowDeselect={false}
                data={kits.map((one) => ({ value: one.id, label: one.name }))}
                value={kitId}
                onChange={(next) => onChange({ ...row, kitId: next })}
              />
            )}
          </Table.Td>
        )}
        <Table.Td>
          {textField('letters', {
            column: columns.code,
            max: 3,
            placeholder: known === undefined ? '' : DIAGNOSTIC_CATALOGUE[known].letters,
          })}
        </Table.Td>
        <Table.Td>
          {isFixed ? (
            <span className={styles['words']} title={fixedText(row)}>
              {diagnosticText(name ?? '')}
            </span>
          ) : (
            <TextInput
              className={missing('name')}
              aria-label={field(columns.diagnostic)}
              aria-describedby={isAbout(issue, 'name') ? problem : undefined}
              error={isAbout(issue, 'name') && issue?.missing === null}
              autoFocus={isNew && !hasKit}
              maxLength={80}
              value={name ?? ''}
              onChange={({ currentTarget }) => onChange(withName(row, currentTarget.value))}
            />
          )}
        </Table.Td>
        <Table.Td>
          {textField('label', { column: columns.label, max: 100, placeholder: columns.label })}
        </Table.Td>
        <Table.Td>{textField('lisCode', { column: columns.lisCode, max: 40 })}</Table.Td>
        {!hasKit && <Table.Td>{textField('snomedCt', { column: columns.snomedCt, max: 18 })}</Table.Td>}
        <Table.Td colSpan={2}>
          {name !== null && <DiagnosticPreview diagnostic={name} color={color} letters={shownLetters(row)} />}
        </Table.Td>
      </Table.Tr>
      <Table.Tr className={styles['more'] ?? ''} onKeyDown={keys}>
        <Table.Td colSpan={7}>
          <div className={styles['details']}>
            <RowDetails {...props} problem={problem} />
            {issue && (
              <span
                id={problem}
                className={styles['problem']}
                data-missing={!issue.isDuplicate || undefined}
                role="status"
              >
                <IconAlertTriangle size={14} stroke={1.6} aria-hidden />
                {issueText(issue)}
              </span>
            )}
          </div>
        </Table.Td>
      </Table.Tr>
    </>
  );
}

function fixedText(row: DraftRow): string {
  if (!row.isOwn) return words.builtInFixed;
  const versions = row.saved?.versions ?? 0;
  return versions > 0 ? words.keptVersions(versions) : words.keptPlates;
}
