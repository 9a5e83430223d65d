import type { Template } from '@curvewell/domain';
import { Button, Group, Menu, Modal, Select, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useDeleteTemplate, useSaveTemplate } from '../../../data/templates.ts';
import { text } from '../../../locale/text.ts';
import { confirmAndRun } from '../../../shared/ui/dialogs/confirm-and-run.ts';
import { confirm } from '../../../shared/ui/dialogs/confirm.tsx';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { Form } from '../../../shared/forms/form.tsx';
import { isSameWell, clearWell } from '../draft/plate-draft.ts';
import { PlatePreview } from '../plate-preview.tsx';
import { usePlateSetup } from '../plate-setup-context.ts';
import { templatesOf } from '../run-kits.ts';
import { plateFromTemplate, templateChanges, templateWellsOf } from './template-plate.ts';

const texts = text.templates;
const NONE: readonly Template[] = [];

export function TemplateMenu() {
  const { run, editor, isLocked } = usePlateSetup();
  const [open, setOpen] = useState<'load' | 'save' | null>(null);
  const canSave = templateWellsOf(run, editor.plate).length > 0;
  const close = (): void => setOpen(null);
  const set = [...editor.plate].flatMap(([position, well]) =>
    isSameWell(clearWell(well), well) ? [] : position,
  );
  const reset = async (): Promise<void> => {
    const title = texts.resetQuestion(set.length);
    if (!(await confirm({ title, text: texts.resetText, answers: 'yes-no' }))) return;
    editor.updateWells(set, clearWell, texts.resetStep);
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            disabled={isLocked}
            leftSection={<IconTemplate size={15} stroke={1.6} />}
            rightSection={<IconChevronDown size={14} stroke={1.6} />}
          >
            {texts.menu}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('load')}>{texts.load}</Menu.Item>
          <Menu.Item
            disabled={!canSave}
            title={canSave ? undefined : texts.nothingToSave}
            onClick={() => setOpen('save')}
          >
            {texts.save}
          </Menu.Item>
          <Menu.Item disabled={set.length === 0} onClick={() => void reset()}>
            {texts.reset}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'load' && <LoadTemplate onClose={close} />}
      {open === 'save' && <SaveTemplate onClose={close} />}
    </>
  );
}

interface DialogProps {
  readonly onClose: () => void;
}

function LoadTemplate({ onClose }: DialogProps) {
  const { run, assays, editor } = usePlateSetup();
  const deleteTemplate = useDeleteTemplate();
  const { data: templates = NONE, isError } = useQuery(templatesOf(run));
  const [id, setId] = useState<string | null>(null);
  const template = templates.find((candidate) => candidate.id === id);
  const after = template && plateFromTemplate(editor.plate, { template, run, assays });
  const changes = after && templateChanges(editor.plate, after);
  const isSame = changes?.wells.length === 0;

  const remove = async ({ id: templateId, name }: Template): Promise<void> => {
    const isDeleted = await confirmAndRun({
      question: texts.deleteQuestion(name),
      answers: 'yes-no',
      action: () => deleteTemplate.mutateAsync(templateId),
      done: texts.deleted(name),
      failed: texts.notDeleted,
    });
    if (isDeleted) setId(null);
  };

  return (
    <Modal opened onClose={onClose} size={480} title={texts.load}>
      <Select
        label={texts.menu}
        placeholder={templates.length === 0 ? texts.none : texts.choose}
        data={templates.map((candidate) => ({ value: candidate.id, label: candidate.name }))}
        value={id}
        onChange={setId}
        error={isError ? text.step1.failed.generic : undefined}
        data-autofocus
      />
      {changes && (
        <>
          <Text mt={8} role="status">
            {isSame ? texts.nothingChanges : texts.willChange(changes.wells.length, changes)}
          </Text>
          <PlatePreview plateType={run.plateType} plate={after} changed={changes.wells} />
        </>
      )}
      <Group mt={16} gap={8}>
        <Button
          variant="subtle"
          color="danger"
          c="var(--danger)"
          disabled={!template}
          onClick={() => {
            if (template) void remove(template);
          }}
        >
          {texts.delete}
        </Button>
        <Button variant="default" ml="auto" onClick={onClose}>
          {text.common.close}
        </Button>
        <Button
          disabled={!after || isSame}
          onClick={() => {
            if (template && after) editor.put(after, texts.loadedStep(template.name));
            onClose();
          }}
        >
          {texts.loadButton}
        </Button>
      </Group>
    </Modal>
  );
}

function SaveTemplate({ onClose }: DialogProps) {
  const { run, editor } = usePlateSetup();
  const saveTemplate = useSaveTemplate();
  const { data: templates = NONE } = useQuery(templatesOf(run));
  const [name, setName] = useState('');
  const [isAsked, ask] = useState(false);

  const save = async (): Promise<void> => {
    const wanted = name.trim();
    ask(true);
    if (wanted === '') return;
    const wells = templateWellsOf(run, editor.plate);
    const body = { name: wanted, plateType: run.plateType, wells };
    const same = templates.find((template) => template.name === wanted);
    if (same && !(await confirm({ title: texts.overwrite(wanted) }))) return;
    try {
      await saveTemplate.mutateAsync({ body, previous: same ?? null });
    } catch (error) {
      toastError(texts.notSaved, error);
      return;
    }
    toastSuccess(texts.saved(wanted));
    onClose();
  };

  return (
    <Modal opened onClose={onClose} size={400} title={texts.save}>
      <Form onSubmit={save}>
        <TextInput
          data-autofocus
          label={texts.name}
          withAsterisk
          maxLength={100}
          value={name}
          error={isAsked && name.trim() === '' ? texts.nameMissing : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group mt={16} gap={8} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text.common.close}
          </Button>
          <Button type="submit">{texts.saveButton}</Button>
        </Group>
      </Form>
    </Modal>
  );
}
