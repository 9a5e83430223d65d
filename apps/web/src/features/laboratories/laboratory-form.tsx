import {
  laboratoryUseSchema,
  type updateLaboratorySchema as updateSchema,
  updateLaboratorySchema,
} from '@curvewell/contracts';
import type { Laboratory } from '@curvewell/domain';
import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { z } from 'zod';

import { useCan, useMe } from '../../data/identity.ts';
import { useDeleteLaboratory, useFreshLaboratory, useUpdateLaboratory } from '../../data/laboratories.ts';
import { text } from '../../locale/text.ts';
import { hasCode } from '../../shared/api/api-problem.ts';
import type { RecordWords } from '../../shared/forms/record-conflict.ts';
import { ConflictAlert } from '../../shared/ui/alerts/conflict-alert.tsx';
import { confirm } from '../../shared/ui/dialogs/confirm.tsx';
import { SaveForm } from '../../shared/ui/fields/save-form.tsx';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { useRecordForm } from '../../shared/forms/use-record-form.ts';
import { useReportChanged } from '../../shared/forms/use-report-changed.ts';
import styles from './laboratories.module.css';
import { LaboratoryRulesRow } from './laboratory-rules.tsx';
import { rulesInWords } from './rule-words.ts';
import { TimeZoneField } from './time-zone-field.tsx';

const words = text.laboratories;

type Values = Omit<z.output<typeof updateSchema>, 'revision' | 'timeZone'> & Pick<Laboratory, 'timeZone'>;
const valuesSchema = updateLaboratorySchema.omit({ revision: true });

const yesNo = (is: boolean) => (is ? words.yes : words.no);
const WORDS: RecordWords<Values> = {
  name: { label: words.name, show: (name) => name },
  active: { label: words.active, show: yesNo },
  submitterMayApprove: { label: words.submitterMayApprove, show: yesNo },
  rules: { label: words.rulesOf, show: rulesInWords },
  timeZone: { label: words.timeZone, show: (zone) => zone },
};

const valuesOf = ({ name, active, submitterMayApprove, rules, timeZone }: Laboratory): Values => ({
  name,
  active,
  submitterMayApprove,
  rules,
  timeZone,
});

interface LaboratoryFormProps {
  readonly laboratory: Laboratory;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onDeleted: () => void;
}

export function LaboratoryForm({ laboratory, onChanged, onDeleted }: LaboratoryFormProps) {
  const can = useCan();
  const me = useMe();
  const load = useFreshLaboratory(laboratory.id);
  const update = useUpdateLaboratory(laboratory.id);
  const form = useRecordForm<Laboratory, Values>({
    saved: laboratory,
    revisionOf: ({ revision }) => revision,
    valuesOf,
    schema: valuesSchema,
    words: WORDS,
    load,
  });
  const { values, isChanged, issues, conflict } = form;
  const canWrite = can('WRITE_LABORATORY');
  const isOwn = me.laboratories[0]?.id === laboratory.id;
  useReportChanged(isChanged, onChanged);

  const save = async () => {
    try {
      if ((await form.submit((body) => update.mutateAsync(body))) !== null) toastSuccess(words.saved);
    } catch (error) {
      toastError(words.notSaved, error);
    }
  };
  const failed = (error: unknown) => toastError(words.notSaved, error);

  return (
    <section className={styles['card']} aria-label={words.form}>
      <SaveForm className={styles['form']} onSave={save}>
        {conflict !== null && <ConflictAlert conflict={conflict} onFailed={failed} />}
        <div className={styles['first']}>
          {canWrite ? (
            <TextInput
              className={styles['name'] ?? ''}
              label={words.name}
              required
              maxLength={100}
              value={values.name}
              error={issues['name']}
              onChange={({ currentTarget: { value } }) => form.set({ name: value })}
            />
          ) : (
            <div className={styles['name']}>
              <span className={styles['label']}>{words.name}</span>
              <span className={styles['text']}>{laboratory.name}</span>
            </div>
          )}
          <TimeZoneField
            value={values.timeZone}
            error={issues['timeZone']}
            onChange={canWrite ? (timeZone) => form.set({ timeZone }) : null}
          />
          <div className={styles['acts']}>
            {canWrite && (
              <Checkbox
                label={words.submitterMayApprove}
                title={words.submitterMayApproveText}
                checked={values.submitterMayApprove}
                onChange={({ currentTarget: { checked } }) => form.set({ submitterMayApprove: checked })}
              />
            )}
            {canWrite ? (
              <Switch
                label={words.active}
                checked={values.active}
                error={issues['active']}
                disabled={isOwn}
                title={isOwn ? words.activeOwn : words.activeText}
                onChange={({ currentTarget: { checked } }) => form.set({ active: checked })}
              />
            ) : (
              !laboratory.active && <span>{words.inactive}</span>
            )}
            {canWrite && can('READ_ALL_LABORATORY') && (
              <DeleteLaboratory laboratory={laboratory} onDeleted={onDeleted} />
            )}
            {canWrite && (
              <>
                <span className={styles['note']}>
                  {isChanged ? words.unsaved(form.changed.size) : words.nothingChanged}
                </span>
                <Button type="submit" loading={update.isPending} disabled={!isChanged && conflict === null}>
                  {words.save}
                </Button>
              </>
            )}
          </div>
        </div>
        <div className={styles['rules']}>
          <LaboratoryRulesRow
            name={laboratory.name}
            rules={values.rules}
            submitterMayApprove={values.submitterMayApprove}
            onChange={canWrite ? (rules) => form.set({ rules }) : null}
          />
        </div>
      </SaveForm>
    </section>
  );
}

interface DeleteLaboratoryProps {
  readonly laboratory: Laboratory;
  readonly onDeleted: () => void;
}

function DeleteLaboratory({ laboratory: { id, name, userCount }, onDeleted }: DeleteLaboratoryProps) {
  const { mutateAsync } = useDeleteLaboratory();
  const refuse = (reason: string) => confirm({ title: words.cannotDelete, text: reason, answers: 'ok-only' });
  const remove = async () => {
    if (userCount > 0) {
      await refuse(words.usersBelong(userCount, name));
      return;
    }
    let failure: unknown = null;
    const isDone = await confirm({
      title: words.deleteQuestion(name),
      text: words.deleteText,
      answers: 'yes-no',
      action: () =>
        mutateAsync(id).catch((error: unknown) => {
          failure = error;
          throw error;
        }),
    });
    if (isDone) {
      toastSuccess(words.deleted);
      onDeleted();
    } else if (hasCode(failure, 'in-use')) {
      const use = laboratoryUseSchema.safeParse(failure.details).data;
      await refuse(use !== undefined && use.users > 0 ? words.usersBelong(use.users, name) : failure.message);
    } else if (failure !== null) {
      toastError(words.notDeleted, failure);
    }
  };

  return (
    <Button
      variant="subtle"
      color="danger"
      leftSection={<IconTrash size={16} stroke={1.6} />}
      onClick={() => void remove()}
    >
      {words.delete}
    </Button>
  );
}
