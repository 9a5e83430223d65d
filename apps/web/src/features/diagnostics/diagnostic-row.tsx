import { DIAGNOSTIC_LABEL, type DiagnosticName, diagnosticNameSchema } from '@curvewell/domain';
import { ActionIcon, Select, Table, TextInput, UnstyledButton, useComputedColorScheme } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';

import { text } from '../../locale/text.ts';
import { diagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import { ColourPicker } from '../../shared/ui/fields/colour-picker.tsx';
import { DiagnosticCode } from '../../shared/ui/badges/diagnostic-code.tsx';
import { DiagnosticPreview } from '../../shared/ui/fields/diagnostic-preview.tsx';
import { useNearView } from '../../shared/hooks/use-near-view.ts';
import { type DraftRow, type RowIssue, withDiagnostic } from './diagnostic-rows.ts';
import styles from './diagnostics.module.css';
import { issueText } from './issue-words.ts';

const words = text.diagnostics;
const { columns } = words;
/** Names that a kit can give a well. Results of controls are the same for all kits. */
const NAMES = diagnosticNameSchema.exclude(['TEST_OK', 'TEST_KO']).options;

interface DiagnosticRowProps {
  readonly row: DraftRow;
  /** Row number on screen, from 1. */
  readonly place: number;
  readonly kits: readonly { readonly id: string; readonly name: string }[];
  /** All rows of its kit. */
  readonly kitRows: readonly DraftRow[];
  readonly issue: RowIssue | undefined;
  readonly isNew: boolean;
  readonly onChange: (row: DraftRow) => void;
  readonly onRemove: () => void;
  /** Enter was pressed in the last row. */
  readonly onNext: () => void;
}

interface DiagnosticRowViewProps extends DiagnosticRowProps {
  /** Its fields are open; otherwise it is text. */
  readonly isOpen: boolean;
  readonly isChanged: boolean;
  /** The list shows all kits, so each row names its own. */
  readonly hasKit: boolean;
  readonly onOpen: () => void;
  /** Leaves the row as it was before it was opened. */
  readonly onLeave: () => void;
}

/** A row is text until it is opened by a click or Enter, so that a table has one row of fields at a time. */
export function DiagnosticRowView(props: DiagnosticRowViewProps) {
  const { isOpen, isChanged, hasKit, onOpen, onLeave, ...fields } = props;
  if (isOpen) return <DiagnosticRowFields {...fields} hasKit={hasKit} onLeave={onLeave} />;
  const { row, place, kits, issue } = fields;
  const name = row.name === null ? '' : DIAGNOSTIC_LABEL[row.name];
  return (
    <Table.Tr className={styles['row'] ?? ''} data-text onClick={onOpen}>
      {hasKit && (
        <Table.Td>
          <span className={styles['stays']}>{kits.find(({ id }) => id === row.kitId)?.name}</span>
        </Table.Td>
      )}
      <Table.Td>
        <span className={styles['stays']}>
          {row.name !== null && <Named name={row.name} color={row.color} />}
        </span>
      </Table.Td>
      <Table.Td>
        <span className={styles['stays']}>
          <UnstyledButton
            className={styles['open'] ?? ''}
            aria-label={words.edit(place, name, row.label)}
            data-row-link
            data-row={row.key}
            onClick={(event) => {
              event.stopPropagation();
              onOpen();
            }}
          >
            {row.label}
          </UnstyledButton>
          {issue && (
            <span className={styles['problem']} data-missing={!issue.isDuplicate || undefined}>
              <IconAlertTriangle size={14} stroke={1.6} aria-hidden />
              {issueText(issue)}
            </span>
          )}
          {isChanged && <span className={styles['unsaved']}>{words.unsaved}</span>}
        </span>
      </Table.Td>
      <Table.Td>
        {row.name !== null && <TextPreview name={row.name} color={row.color} place={place} />}
      </Table.Td>
      <Table.Td className={styles['used'] ?? ''}>{row.saved !== null && usedText(row.saved)}</Table.Td>
    </Table.Tr>
  );
}

/** Previews after these are drawn when they come near the viewport. */
const DRAWN_AT_ONCE = 24;

function TextPreview({
  name,
  color,
  place,
}: {
  readonly name: DiagnosticName;
  readonly color: string;
  readonly place: number;
}) {
  const { ref, isNear } = useNearView<HTMLDivElement>(place > DRAWN_AT_ONCE);
  return <div ref={ref}>{isNear && <DiagnosticPreview diagnostic={name} color={color} />}</div>;
}

const usedText = ({ versions, isUsed }: NonNullable<DraftRow['saved']>): string =>
  versions > 0 ? words.versions(versions) : isUsed ? words.onPlates : words.unused;

interface FieldsProps extends DiagnosticRowProps, Pick<DiagnosticRowViewProps, 'hasKit' | 'onLeave'> {}

function DiagnosticRowFields(props: FieldsProps) {
  const { row, place, kits, kitRows, issue, isNew, hasKit, onChange, onRemove, onNext, onLeave } = props;
  const { key, saved, kitId, name, label, color } = row;
  const field = (column: string) => words.field(column, place);
  const kit = kits.find(({ id }) => id === kitId)?.name ?? '';
  const problem = `diagnostic-problem-${key}`;
  const missing = (part: RowIssue['missing']) => (issue?.missing === part ? (styles['missing'] ?? '') : '');
  const leave = ({ key: pressed, target, currentTarget }: KeyboardEvent<HTMLElement>): void => {
    // Escape in an open list or in a popover closes only that.
    if (pressed !== 'Escape' || !(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.getAttribute('aria-expanded') !== 'true') onLeave();
  };
  return (
    <Table.Tr className={styles['row'] ?? ''} data-open onKeyDown={leave}>
      {hasKit && (
        <Table.Td>
          {saved?.isUsed === true ? (
            <span className={styles['stays']}>{kit}</span>
          ) : (
            <Select
              className={missing('kit')}
              aria-label={field(columns.kit)}
              autoFocus={isNew}
              allowDeselect={false}
              data={kits.map((one) => ({ value: one.id, label: one.name }))}
              value={kitId}
              onChange={(next) => {
                onChange({ ...row, kitId: next });
              }}
            />
          )}
        </Table.Td>
      )}
      <Table.Td>
        {saved?.isUsed === true && name !== null ? (
          <span
            className={styles['stays']}
            title={saved.versions > 0 ? words.keptVersions(saved.versions) : words.keptPlates}
          >
            <Named name={name} color={color} />
          </span>
        ) : (
          <Select
            className={missing('name')}
            aria-label={field(columns.diagnostic)}
            aria-describedby={issue && problem}
            error={issue?.isDuplicate === true}
            autoFocus={isNew && !hasKit}
            allowDeselect={false}
            data={NAMES.map((one) => ({ value: one, label: DIAGNOSTIC_LABEL[one] }))}
            value={name}
            leftSection={name === null ? undefined : <Code name={name} color={color} />}
            leftSectionWidth={36}
            renderOption={({ option }) => {
              const of = diagnosticNameSchema.safeParse(option.value).data;
              return of === undefined ? option.label : <Named name={of} />;
            }}
            onChange={(next) => {
              const chosen = diagnosticNameSchema.safeParse(next).data;
              if (chosen !== undefined) onChange(withDiagnostic(row, chosen));
            }}
          />
        )}
      </Table.Td>
      <Table.Td>
        <TextInput
          className={missing('label')}
          aria-label={field(columns.label)}
          aria-describedby={issue && problem}
          placeholder={columns.label}
          autoFocus={!isNew}
          maxLength={100}
          value={label}
          rightSection={
            issue && (
              <span id={problem} className={styles['problem']} data-missing={!issue.isDuplicate || undefined}>
                <IconAlertTriangle size={14} stroke={1.6} aria-hidden />
                {issueText(issue)}
              </span>
            )
          }
          rightSectionWidth={issue ? 200 : 0}
          rightSectionPointerEvents="none"
          onChange={({ currentTarget }) => {
            onChange({ ...row, label: currentTarget.value });
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onNext();
          }}
        />
      </Table.Td>
      <Table.Td>
        {name !== null && (
          <span className={styles['look']}>
            <ColourPicker
              label={words.picker.open(color, place)}
              diagnostic={name}
              kit={kit}
              value={color}
              others={kitRows.flatMap((other) =>
                other.key === key || other.name === null ? [] : { name: other.name, color: other.color },
              )}
              onChange={(next) => {
                onChange({ ...row, color: next });
              }}
            />
            <DiagnosticPreview diagnostic={name} color={color} />
          </span>
        )}
      </Table.Td>
      <Table.Td className={styles['used'] ?? ''}>
        {saved === null ? (
          <ActionIcon variant="subtle" color="gray" aria-label={words.removeRow(place)} onClick={onRemove}>
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        ) : (
          usedText(saved)
        )}
      </Table.Td>
    </Table.Tr>
  );
}

interface NamedProps {
  readonly name: DiagnosticName;
  /** If omitted, the default colour of the diagnostic. */
  readonly color?: string;
}

function Code({ name, color }: NamedProps) {
  const scheme = useComputedColorScheme('light');
  return <DiagnosticCode look={diagnosticLook({ diagnostic: name, color: color ?? null }, scheme)} />;
}

const Named = ({ name, ...color }: NamedProps) => (
  <span className={styles['option']}>
    <Code name={name} {...color} />
    {DIAGNOSTIC_LABEL[name]}
  </span>
);
