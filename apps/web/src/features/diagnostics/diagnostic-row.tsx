import { diagnosticText } from '@curvewell/domain';
import { Table, UnstyledButton, useComputedColorScheme } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { diagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import { DiagnosticCode } from '../../shared/ui/badges/diagnostic-code.tsx';
import { DiagnosticPreview } from '../../shared/ui/fields/diagnostic-preview.tsx';
import { useNearView } from '../../shared/hooks/use-near-view.ts';
import { DiagnosticRowFields } from './diagnostic-fields.tsx';
import type { DiagnosticRowProps } from './row-props.ts';
import { shownLetters } from './diagnostic-rows.ts';
import styles from './diagnostics.module.css';
import { issueText } from './issue-words.ts';
import { usedText } from './used-text.ts';
import type { DraftRow } from './draft-row.ts';

const words = text.diagnostics;

interface DiagnosticRowViewProps extends DiagnosticRowProps {
  /** Its fields are open; otherwise it is text. */
  readonly isOpen: boolean;
  readonly isChanged: boolean;
  readonly onOpen: () => void;
}

/** A row is text until it is opened by a click or Enter, so that a table has one row of fields at a time. */
export function DiagnosticRowView(props: DiagnosticRowViewProps) {
  const { isOpen, isChanged, onOpen, ...fields } = props;
  if (isOpen) return <DiagnosticRowFields {...fields} />;
  const { row, place, kits, issue, hasKit } = fields;
  const name = row.name === null ? '' : diagnosticText(row.name);
  return (
    <Table.Tr className={styles['row'] ?? ''} data-text onClick={onOpen}>
      {hasKit && (
        <Table.Td>
          <span className={styles['stays']}>{kits.find(({ id }) => id === row.kitId)?.name}</span>
        </Table.Td>
      )}
      <Table.Td>
        <Code row={row} />
      </Table.Td>
      <Table.Td>
        <span className={styles['words']}>{name}</span>
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
        <SetCode code={row.lisCode} />
      </Table.Td>
      {!hasKit && (
        <Table.Td>
          <SetCode code={row.snomedCt} />
        </Table.Td>
      )}
      <Table.Td>{row.name !== null && <TextPreview row={row} place={place} />}</Table.Td>
      <Table.Td className={styles['used'] ?? ''}>{row.saved !== null && usedText(row.saved)}</Table.Td>
    </Table.Tr>
  );
}

const SetCode = ({ code }: { readonly code: string }) =>
  code.trim() === '' ? (
    <span className={styles['unset']}>{words.notSet}</span>
  ) : (
    <span className={`mono ${styles['words'] ?? ''}`}>{code}</span>
  );

/** The letters of a row on its colour. */
function Code({ row }: { readonly row: DraftRow }) {
  const scheme = useComputedColorScheme('light');
  const { name, color } = row;
  if (name === null) return null;
  const look = diagnosticLook({ diagnostic: name, color, letters: shownLetters(row) }, scheme);
  return <DiagnosticCode look={look} />;
}

/** Previews after these are drawn when they come near the viewport. */
const DRAWN_AT_ONCE = 24;

function TextPreview({ row, place }: { readonly row: DraftRow; readonly place: number }) {
  const { ref, isNear } = useNearView<HTMLDivElement>(place > DRAWN_AT_ONCE);
  const { name, color } = row;
  return (
    <div ref={ref}>
      {isNear && <DiagnosticPreview diagnostic={name ?? ''} color={color} letters={shownLetters(row)} />}
    </div>
  );
}
