import { csvDelimiterSchema } from '@curvewell/contracts';
import { exportFormatSchema, type Run } from '@curvewell/domain';
import { Alert, Button, Checkbox, Radio, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';

import { useExportRun } from '../../../data/exports.ts';
import { text } from '../../../locale/text.ts';
import { hasCode } from '../../../shared/api/api-problem.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { today } from '../../../shared/format/format.ts';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { Form } from '../../../shared/forms/form.tsx';
import {
  canBeBySample,
  canBePlate,
  DEFAULT_EXPORT,
  exportFileName,
  exportRequest,
  kitPairs,
  type ExportChoice,
  type ExportedSample,
  type ExportScope,
} from './export-request.ts';
import classes from '../interpretation.module.css';
import { ResultFiles } from './result-files.tsx';

interface ExportPanelProps {
  readonly run: Run;
  readonly isArchived: boolean;
  /** Number of analysed wells on the plate and in the selection. */
  readonly wellCount: number;
  readonly selectedWellIds: readonly string[];
  /** The sample of the selected wells; null: none, or several. */
  readonly sample: ExportedSample | null;
  readonly onClose: () => void;
}

const texts = text.interpretation.export;
const SCOPES: readonly ExportScope[] = ['plate', 'selection', 'by-name', 'sample'];

/** Exports the run as a file. Options that do not apply are hidden. */
export function ExportPanel(props: ExportPanelProps) {
  const { run, isArchived, wellCount, selectedWellIds, sample, onClose } = props;
  const [choice, setChoice] = useState<ExportChoice>(DEFAULT_EXPORT);
  const { mutateAsync, isPending: isBusy } = useExportRun();
  const [isEmpty, setEmpty] = useState(false);
  const set = (changes: Partial<ExportChoice>): void => {
    setEmpty(false);
    setChoice((before) => ({ ...before, ...changes }));
  };
  const fileName = exportFileName(run, { choice, sample, day: today() });
  const count = choice.scope === 'selection' ? selectedWellIds.length : wellCount;

  const exportRun = async (): Promise<void> => {
    const request = exportRequest(choice, { run, selectedWellIds, sample });
    if (request === null || count === 0) {
      setEmpty(true);
      return;
    }
    try {
      const file = await mutateAsync({ runId: run.id, isArchived, request });
      saveFile({ blob: file.blob, fileName: file.fileName ?? fileName });
      toastSuccess(texts.ready);
    } catch (error) {
      toastError(hasCode(error, 'not-found') ? texts.noFiles : texts.failed, error);
      onClose();
    }
  };

  return (
    <Form className={classes['panel-body']} onSubmit={exportRun}>
      <div className={classes['export-row']}>
        <span id="export-format">{texts.format}</span>
        <SegmentedControl
          size="xs"
          aria-labelledby="export-format"
          data={exportFormatSchema.options}
          value={choice.format}
          onChange={(format) => set({ format: exportFormatSchema.parse(format) })}
        />
      </div>
      <Radio.Group
        label={texts.data}
        value={choice.scope}
        onChange={(value) => {
          const scope = SCOPES.find((candidate) => candidate === value);
          if (scope) set({ scope });
        }}
      >
        <div className={classes['export-options']}>
          <Radio size="xs" value="plate" label={texts.wholePlate} />
          <Radio
            size="xs"
            value="selection"
            label={texts.selection(selectedWellIds.length)}
            disabled={selectedWellIds.length === 0}
          />
          <Radio size="xs" value="by-name" label={`${texts.grouped} (${texts.groupedHelp})`} />
          <Radio
            size="xs"
            value="sample"
            label={texts.sample(sample?.name ?? null)}
            disabled={sample === null}
          />
        </div>
      </Radio.Group>
      {choice.scope === 'plate' && <KitBoxes run={run} choice={choice} onChange={set} />}
      {canBeBySample(choice, run) && (
        <Checkbox
          size="xs"
          label={texts.bySample}
          checked={choice.bySample}
          onChange={(event) => set({ bySample: event.currentTarget.checked })}
        />
      )}
      <ShapeOfFile choice={choice} onChange={set} />
      {isEmpty && <Alert color="warning">{texts.noWell}</Alert>}
      <p className={classes['note']} role="status">
        {isBusy
          ? texts.working
          : choice.scope === 'sample'
            ? texts.sampleFile(fileName)
            : texts.file(count, fileName)}
      </p>
      <div className={classes['form-buttons']}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {text.common.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {texts.button}
        </Button>
      </div>
      <ResultFiles run={run} />
    </Form>
  );
}

interface PartProps {
  readonly choice: ExportChoice;
  readonly onChange: (changes: Partial<ExportChoice>) => void;
}

function KitBoxes({ run, choice, onChange }: PartProps & { readonly run: Run }) {
  const pairs = kitPairs(run);
  if (pairs.length === 0) return null;
  return (
    <fieldset className={classes['export-options']}>
      <legend>{texts.kits}</legend>
      {pairs.map(({ key, name }) => (
        <Checkbox
          key={key}
          size="xs"
          label={name}
          checked={!choice.leftOut.has(key)}
          onChange={(event) => {
            const others = [...choice.leftOut].filter((one) => one !== key);
            onChange({ leftOut: new Set(event.currentTarget.checked ? others : [...others, key]) });
          }}
        />
      ))}
    </fieldset>
  );
}

function ShapeOfFile({ choice, onChange }: PartProps) {
  return (
    <>
      {canBePlate(choice) && (
        <Checkbox
          size="xs"
          label={texts.asPlate}
          checked={choice.asPlate}
          onChange={(event) => onChange({ asPlate: event.currentTarget.checked })}
        />
      )}
      <div className={classes['export-row']}>
        <span id="export-sort">{texts.sort}</span>
        <SegmentedControl
          size="xs"
          aria-labelledby="export-sort"
          data={[
            { value: 'ROW', label: texts.row },
            { value: 'COLUMN', label: texts.column },
          ]}
          value={choice.sort}
          onChange={(sort) => onChange({ sort: sort === 'COLUMN' ? 'COLUMN' : 'ROW' })}
        />
      </div>
      {choice.format === 'CSV' && (
        <>
          <Select
            size="xs"
            label={texts.delimiter}
            allowDeselect={false}
            data={[
              { value: ';', label: texts.delimiters.semicolon },
              { value: ',', label: texts.delimiters.comma },
              { value: '|', label: texts.delimiters.pipe },
            ]}
            value={choice.delimiter}
            onChange={(delimiter) => onChange({ delimiter: csvDelimiterSchema.parse(delimiter) })}
          />
          <Checkbox
            size="xs"
            label={texts.trailing}
            checked={choice.withoutTrailing}
            onChange={(event) => onChange({ withoutTrailing: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
