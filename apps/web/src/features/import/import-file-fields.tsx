import { MAX_UPLOAD_FILES } from '@curvewell/domain';
import { ActionIcon, Button, FileInput, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileUpload, IconMinus, IconPlus } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { formatBytes } from '../../shared/format/format.ts';
import { MiddleCut } from '../../shared/ui/lists/full-text.tsx';
import { formatLimit, type ImportFailure, type Slots, typesInWords, withDropped } from './import-files.ts';
import styles from './run-import.module.css';

const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

interface ImportFileFieldsProps {
  readonly slots: Slots;
  readonly onSlots: (slots: Slots) => void;
  readonly max: number;
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** The error of each field, in the same order. */
  readonly faults: readonly (string | null)[];
  readonly failure: (ImportFailure & { readonly slot: number }) | null;
  /** Names of redundant files, listed below the fields. */
  readonly redundant: readonly string[];
  readonly locked: boolean;
  readonly isOver: boolean;
}

/** The file fields of one run, as many as the analyser writes. */
export function ImportFileFields(props: ImportFileFieldsProps) {
  const { slots, onSlots, max, types, maxBytes, faults, failure, redundant, locked, isOver } = props;
  const count = slots.length - redundant.length;
  const replace = (index: number, [file, ...others]: readonly File[]) => {
    const replaced = slots.map((slot, at) => (at === index ? (file ?? null) : slot));
    onSlots(withDropped(replaced, others, MAX_UPLOAD_FILES).slots);
  };
  return (
    <div className={styles['files']} data-over={isOver || undefined}>
      <div className={styles['drop']}>
        <IconFileUpload size={24} stroke={1.6} aria-hidden />
        <span>{text.runImport.drop}</span>
      </div>
      {slots.map((file, index) =>
        // Fields are identified by their index; the files in them change.
        file !== null && redundant.includes(file.name) ? null : (
          <div key={index} className={styles['slot']}>
            <FileField
              index={index}
              file={file}
              types={types}
              fault={faults[index] ?? null}
              failure={failure?.slot === index ? failure : null}
              locked={locked}
              onFiles={(next) => replace(index, next)}
            />
            {(max > 1 || slots.length > 1) && (
              <ActionIcon
                className={styles['remove'] ?? ''}
                variant="default"
                size={34}
                aria-label={text.runImport.removeFile(index + 1)}
                aria-disabled={slots.length === 1 || locked}
                data-disabled={slots.length === 1 || locked}
                onClick={() => {
                  if (slots.length > 1 && !locked) onSlots(slots.filter((_, at) => at !== index));
                }}
              >
                <IconMinus {...ICON} />
              </ActionIcon>
            )}
          </div>
        ),
      )}
      {redundant.length > 0 && <RedundantFiles names={redundant} />}
      {max > 1 && (
        <div className={styles['add']}>
          <Button
            variant="default"
            leftSection={<IconPlus {...ICON} />}
            disabled={count >= max || locked}
            onClick={() => onSlots([...slots, null])}
          >
            {text.runImport.addFile}
          </Button>
          <Text component="span" size="sm" c="var(--ink2)">
            {text.runImport.filesOf(count, max)}
          </Text>
        </div>
      )}
      <Text size="sm" c="var(--ink2)">
        {text.runImport.limits(typesInWords(types), formatLimit(maxBytes))}
      </Text>
    </div>
  );
}

interface FileFieldProps {
  readonly index: number;
  readonly file: File | null;
  readonly types: readonly string[];
  readonly fault: string | null;
  readonly failure: ImportFailure | null;
  readonly locked: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

function FileField({ index, file, types, fault, failure, locked, onFiles }: FileFieldProps) {
  return (
    <div className={styles['field']}>
      <FileInput
        label={text.runImport.file(index + 1)}
        placeholder={text.runImport.choose}
        required={index === 0}
        accept={types.map((type) => `.${type}`).join(',')}
        multiple
        value={file === null ? [] : [file]}
        onChange={onFiles}
        disabled={locked}
        error={failure ? <FailureWords failure={failure} /> : fault}
        errorProps={failure ? { role: 'alert', className: styles['failure'] ?? '' } : {}}
        data-file-field
        valueComponent={() =>
          file && (
            <span className={styles['file']}>
              <span className={styles['name']}>
                <MiddleCut words={file.name} tail={16} />
              </span>
              <span className={styles['size']}>{formatBytes(file.size)}</span>
            </span>
          )
        }
      />
    </div>
  );
}

function RedundantFiles({ names }: { readonly names: readonly string[] }) {
  return (
    <details className={styles['redundant']}>
      <summary>{text.runImport.redundant(names.length)}</summary>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}

/** Inside the field's own message, so that it describes the field. */
function FailureWords({ failure: { title } }: { readonly failure: ImportFailure }) {
  return (
    <>
      <IconAlertTriangle {...ICON} className={styles['failureIcon']} />
      <span className={styles['failureTitle']}>{title}</span>
    </>
  );
}
