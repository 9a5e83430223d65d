import type { Position } from '@curvewell/domain';
import { Alert, Button, Checkbox, FileInput, Modal, Select } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { Form } from '../../../shared/forms/form.tsx';
import { PlatePreview } from '../plate-preview.tsx';
import { usePlateSetup } from '../plate-setup-context.ts';
import { useWorkList } from './use-work-list.ts';
import { columnOptions, WORK_LIST_FIELDS } from './work-list-columns.ts';
import { WorkListChanges, WorkListLines } from './work-list-changes.tsx';
import classes from './work-list.module.css';

interface WorkListDialogProps {
  /** A file dropped on the plate. */
  readonly file: File | null;
  /** Target wells for rows without a position. */
  readonly slots: readonly Position[];
  readonly isSelection: boolean;
  readonly onClose: () => void;
}

const words = text.workList;

/** Shows a work list, the meaning of its columns, and a preview of its changes. */
export function WorkListDialog({ file: first, slots, isSelection, onClose }: WorkListDialogProps) {
  const { run, editor } = usePlateSetup();
  const work = useWorkList({ first, slots });
  const { list, reading, preview } = work;
  const isNothing = !preview || preview.changed.length === 0;

  return (
    <Modal opened onClose={onClose} size={760} title={words.title}>
      <Form
        className={classes['form']}
        onSubmit={() => {
          if (isNothing) return;
          work.fillIn();
          onClose();
        }}
      >
        <FileInput
          label={words.file}
          placeholder={words.choose}
          accept=".csv,.txt,.tsv,text/csv"
          data-autofocus
          value={work.file}
          onChange={work.choose}
        />
        <Repeats work={work} />
        {work.refusal !== null && (
          <Alert color="danger" role="alert">
            {work.refusal}
          </Alert>
        )}
        {list && reading && preview && (
          <>
            {work.repeats === null ? (
              <>
                <div className={classes['read']}>
                  <p className={classes['note']}>
                    {words.reading(preview.rowCount, words.delimiters[list.delimiter], list.encoding)}
                  </p>
                  <Checkbox
                    size="xs"
                    label={words.hasHeads}
                    checked={reading.hasHeads}
                    onChange={(event) => work.setHeads(event.currentTarget.checked)}
                  />
                </div>
                <ColumnFields work={work} slots={slots} isSelection={isSelection} />
              </>
            ) : (
              <InOrder slots={slots} isSelection={isSelection} />
            )}
            <div role="status" className={classes['preview']}>
              <p>
                <b>{words.fits(preview.fitCount, preview.rowCount)}</b>{' '}
                {text.wells.willChange(preview.changed.length)}
              </p>
              <WorkListLines title={words.leftOut} lines={preview.problems} />
              <WorkListLines title={words.lookAt} lines={preview.notes} />
            </div>
            {preview.changed.length > 0 && (
              <div className={classes['changes']}>
                <PlatePreview plateType={run.plateType} plate={preview.after} changed={preview.changed} />
                <WorkListChanges before={editor.plate} after={preview.after} changed={preview.changed} />
              </div>
            )}
          </>
        )}
        <div className={classes['foot']}>
          <Button variant="default" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button type="submit" disabled={isNothing}>
            {words.fillIn}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

interface WorkProps {
  readonly work: ReturnType<typeof useWorkList>;
}

/** Takes over the laboratory's open samples for the kits of this run. */
function Repeats({ work: { offered, takeRepeats } }: WorkProps) {
  if (offered.all === 0) return null;
  return (
    <div className={classes['read']}>
      <p className={classes['note']}>{words.repeats(offered.ofKits.length, offered.all)}</p>
      <Button size="xs" variant="default" disabled={offered.ofKits.length === 0} onClick={takeRepeats}>
        {text.common.repeatList}
      </Button>
    </div>
  );
}

function InOrder({ slots, isSelection }: Pick<WorkListDialogProps, 'slots' | 'isSelection'>) {
  const { fillOrder } = usePlateSetup();
  return (
    <p className={classes['note']}>{words.inOrder(slots[0] ?? '', words.order[fillOrder], isSelection)}</p>
  );
}

interface ColumnFieldsProps extends WorkProps, Pick<WorkListDialogProps, 'slots' | 'isSelection'> {}

/** Selects the meaning of each column, starting with the guess. */
function ColumnFields({ work: { list, reading, setColumn }, slots, isSelection }: ColumnFieldsProps) {
  if (!list || !reading) return null;
  const { columns, hasHeads } = reading;
  const options = columnOptions(list, hasHeads);
  const hasPlaces = [columns.position, columns.row, columns.column].some((index) => index !== undefined);
  return (
    <fieldset className={classes['fields']}>
      <legend>{words.columns}</legend>
      {WORK_LIST_FIELDS.map((field) => (
        <Select
          key={field}
          size="xs"
          label={words.fields[field]}
          placeholder={words.notInList}
          data={options}
          clearable
          clearButtonProps={{ 'aria-label': text.common.clear(words.fields[field]) }}
          value={columns[field] === undefined ? null : String(columns[field])}
          onChange={(index) => setColumn(field, index === null ? null : Number(index))}
        />
      ))}
      {!hasPlaces && <InOrder slots={slots} isSelection={isSelection} />}
    </fieldset>
  );
}
