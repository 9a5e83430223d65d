import {
  DIAGNOSTIC_FILL,
  DIAGNOSTIC_LABEL,
  type DiagnosticName,
  diagnosticNameSchema,
  type DiagnosticRow,
} from '@curvewell/domain';
import { Alert, Button, Group, Input, Loader, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';

import { diagnosticQueries, useFetchDiagnostics, useSaveDiagnostics } from '../../../data/diagnostics.ts';
import { text } from '../../../locale/text.ts';
import type { RecordWords } from '../../../shared/forms/record-conflict.ts';
import { ColourPicker } from '../../../shared/ui/fields/colour-picker.tsx';
import { ConflictAlert } from '../../../shared/ui/alerts/conflict-alert.tsx';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { useRecordForm } from '../../../shared/forms/use-record-form.ts';
import { useKitEditing } from '../kit-editor-context.ts';

const words = text.kits.combinations.dialog;
const NAMES = diagnosticNameSchema.exclude(['TEST_OK', 'TEST_KO']).options;

interface DiagnosticDialogProps {
  /** Null for a new one. */
  readonly id: string | null;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** Creates or edits a diagnostic of the kit while editing a rule. */
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
    >
      {isError && <Alert color="danger">{text.diagnostics.failed}</Alert>}
      {data === undefined && !isError && <Loader size="sm" />}
      {data && <DiagnosticFields {...props} rows={data.filter((row) => row.kit.id === kit.id)} />}
    </Modal>
  );
}

type Values = { readonly name: DiagnosticName | null; readonly label: string; readonly color: string | null };
/** A stored row; a new one has no id. */
type Stored = Values & { readonly id: string | null; readonly revision: number };

const NEW: Stored = { id: null, revision: 0, name: null, label: '', color: null };
const storedOf = ({ id, revision, name, label, diagnosticColor: { color } }: DiagnosticRow): Stored => ({
  id,
  revision,
  name,
  label,
  color,
});
const valuesOf = ({ name, label, color }: Stored): Values => ({ name, label, color });
const valuesSchema = z.object({
  name: diagnosticNameSchema,
  label: z.string().trim().min(1),
  color: z.string().nullable(),
});
const { columns } = text.diagnostics;
const FIELD_WORDS: RecordWords<Values> = {
  name: { label: columns.diagnostic, show: (name) => name && DIAGNOSTIC_LABEL[name] },
  label: { label: columns.label, show: (label) => label },
  color: { label: columns.color, show: (color) => color },
};

interface FieldsProps extends DiagnosticDialogProps {
  readonly rows: readonly DiagnosticRow[];
}

/** The form. The second user to save sees a conflict and resolves each field that both changed. */
function DiagnosticFields({ id, rows, onSaved, onClose }: FieldsProps) {
  const { kit } = useKitEditing();
  const { mutateAsync, isPending } = useSaveDiagnostics();
  const loadNow = useFetchDiagnostics();
  const row = rows.find((one) => one.id === id);
  const ofId = (stored: readonly DiagnosticRow[]): Stored => {
    const found = stored.find((one) => one.id === id);
    if (found === undefined) throw new Error(words.gone);
    return storedOf(found);
  };
  const form = useRecordForm<Stored, Values>({
    saved: row === undefined ? NEW : storedOf(row),
    revisionOf: ({ revision }) => revision,
    valuesOf,
    schema: valuesSchema,
    words: FIELD_WORDS,
    load: async () => ofId(await loadNow()),
  });
  const { name, label, color } = form.values;
  const others = rows.filter((one) => one.id !== id);
  const free = NAMES.filter((one) => others.every(({ name: taken }) => taken !== one));
  const shown = color ?? (name === null ? null : DIAGNOSTIC_FILL[name]);
  const failed = (error: unknown): void => {
    toastError(text.diagnostics.notSaved, error);
  };
  const store = async (values: Values & { readonly revision: number }): Promise<Stored> => {
    const fill = values.color ?? (values.name === null ? null : DIAGNOSTIC_FILL[values.name]);
    if (values.name === null || fill === null) return NEW;
    const kept = row && { id: row.id, revision: values.revision, active: row.active };
    const sent = { ...kept, name: values.name, kitId: kit.id, label: values.label.trim(), color: fill };
    const saved = await mutateAsync([sent]);
    const made = saved.find((one) => one.kit.id === kit.id && one.name === sent.name);
    return made === undefined ? NEW : storedOf(made);
  };
  const save = async (): Promise<void> => {
    try {
      const saved = await form.submit(store);
      if (saved === null) return;
      toastSuccess(text.diagnostics.saved);
      if (saved.id !== null) onSaved(saved.id);
    } catch (error) {
      failed(error);
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
      {form.conflict && <ConflictAlert conflict={form.conflict} onFailed={failed} />}
      <Select
        label={columns.diagnostic}
        required
        data-autofocus
        disabled={row?.isUsed === true}
        allowDeselect={false}
        data={free.map((one) => ({ value: one, label: DIAGNOSTIC_LABEL[one] }))}
        value={name}
        onChange={(next) => {
          const chosen = diagnosticNameSchema.safeParse(next).data;
          if (chosen === undefined) return;
          const isOwn = label !== '' && (name === null || label !== DIAGNOSTIC_LABEL[name]);
          form.set({ name: chosen, ...(!isOwn && { label: DIAGNOSTIC_LABEL[chosen] }) });
        }}
      />
      <TextInput
        label={columns.label}
        required
        maxLength={100}
        value={label}
        onChange={({ currentTarget }) => {
          form.set({ label: currentTarget.value });
        }}
      />
      {name !== null && shown !== null && (
        <Input.Wrapper label={columns.color} labelElement="div">
          <ColourPicker
            label={words.color(shown)}
            diagnostic={name}
            kit={kit.name}
            value={shown}
            others={others.map((one) => ({ name: one.name, color: one.diagnosticColor.color }))}
            onChange={(next) => {
              form.set({ color: next });
            }}
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
