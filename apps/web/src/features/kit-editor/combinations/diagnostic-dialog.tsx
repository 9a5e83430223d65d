import { DIAGNOSTIC_FILL, DIAGNOSTIC_LABEL, diagnosticNameSchema } from '@curvewell/contracts';
import { Alert, Button, Group, Input, Loader, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { diagnosticQueries, useSaveDiagnostics } from '../../../data/diagnostics.ts';
import { text } from '../../../locale/text.ts';
import { ColourPicker } from '../../../shared/ui/colour-picker.tsx';
import { toastError, toastSuccess } from '../../../shared/ui/toast.tsx';
import { useKitEditing } from '../kit-editor-context.ts';

const words = text.kits.combinations.dialog;
const NAMES = diagnosticNameSchema.exclude(['TEST_OK', 'TEST_KO']).options;

interface DiagnosticDialogProps {
  /** Null: a new one. */
  readonly id: string | null;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** A diagnostic of the kit, its label and its colour, where a rule needs it. */
export function DiagnosticDialog(props: DiagnosticDialogProps) {
  const { kit } = useKitEditing();
  const { id, onClose } = props;
  const { data, isError } = useQuery({ ...diagnosticQueries.rows, staleTime: 0 });
  return (
    <Modal
      opened
      size={560}
      title={id === null ? words.add(kit.name) : words.change(kit.name)}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': text.common.close }}
    >
      {isError && <Alert color="danger">{text.diagnostics.failed}</Alert>}
      {data === undefined && !isError && <Loader size="sm" />}
      {data && <DiagnosticFields {...props} rows={data.filter((row) => row.kit.id === kit.id)} />}
    </Modal>
  );
}

type Rows = NonNullable<Awaited<ReturnType<ReturnType<typeof useSaveDiagnostics>['mutateAsync']>>>;

function DiagnosticFields({ id, rows, onSaved, onClose }: DiagnosticDialogProps & { readonly rows: Rows }) {
  const { kit } = useKitEditing();
  const { mutateAsync, isPending } = useSaveDiagnostics();
  const row = rows.find((one) => one.id === id);
  const others = rows.filter((one) => one.id !== id);
  const free = NAMES.filter((one) => others.every(({ name }) => name !== one));
  const [name, setName] = useState(row?.name ?? null);
  const [label, setLabel] = useState(row?.label ?? '');
  const [color, setColor] = useState(row?.diagnosticColor.color ?? null);
  const shown = color ?? (name === null ? null : DIAGNOSTIC_FILL[name]);
  const save = async (): Promise<void> => {
    if (name === null || shown === null || label.trim() === '') return;
    const stored = row && { id: row.id, revision: row.revision, active: row.active };
    try {
      const saved = await mutateAsync([
        { ...stored, name, kitId: kit.id, label: label.trim(), color: shown },
      ]);
      const made = saved.find((one) => one.kit.id === kit.id && one.name === name);
      toastSuccess(text.diagnostics.saved);
      if (made) onSaved(made.id);
    } catch (error) {
      toastError(text.diagnostics.notSaved, error);
    }
  };
  return (
    <Stack
      component="form"
      gap="sm"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Select
        label={text.diagnostics.columns.diagnostic}
        required
        data-autofocus
        disabled={row?.isUsed === true}
        allowDeselect={false}
        data={free.map((one) => ({ value: one, label: DIAGNOSTIC_LABEL[one] }))}
        value={name}
        onChange={(next) => {
          const chosen = diagnosticNameSchema.safeParse(next).data;
          if (chosen === undefined) return;
          if (label === '' || (name !== null && label === DIAGNOSTIC_LABEL[name])) {
            setLabel(DIAGNOSTIC_LABEL[chosen]);
          }
          setName(chosen);
        }}
      />
      <TextInput
        label={text.diagnostics.columns.label}
        required
        maxLength={100}
        value={label}
        onChange={({ currentTarget }) => {
          setLabel(currentTarget.value);
        }}
      />
      {name !== null && shown !== null && (
        <Input.Wrapper label={text.diagnostics.columns.color} labelElement="div">
          <ColourPicker
            label={words.color(shown)}
            diagnostic={name}
            kit={kit.name}
            value={shown}
            others={others.map((one) => ({ name: one.name, color: one.diagnosticColor.color }))}
            onChange={setColor}
          />
        </Input.Wrapper>
      )}
      <Text size="xs" c="var(--ink2)">
        {words.everywhere}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {text.common.cancel}
        </Button>
        <Button type="submit" loading={isPending} disabled={name === null || label.trim() === ''}>
          {text.diagnostics.save}
        </Button>
      </Group>
    </Stack>
  );
}
