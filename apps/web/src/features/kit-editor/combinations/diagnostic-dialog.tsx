import {
  builtInDiagnostic,
  DIAGNOSTIC_FILL,
  DIAGNOSTIC_LABEL,
  type DiagnosticMeaning,
  diagnosticMeaningSchema,
  diagnosticNameSchema,
  type DiagnosticRow,
  diagnosticText,
  KIT_DIAGNOSTICS,
} from '@curvewell/domain';
import { Alert, Input, Loader, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';

import { diagnosticQueries, useFetchDiagnostics, useSaveDiagnostics } from '../../../data/diagnostics.ts';
import { text } from '../../../locale/text.ts';
import type { RecordWords } from '../../../shared/forms/record-conflict.ts';
import { freeColour } from '../../../shared/colour/colour-vision.ts';
import { ColourPicker } from '../../../shared/ui/fields/colour-picker.tsx';
import { ConflictAlert } from '../../../shared/ui/alerts/conflict-alert.tsx';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { useRecordForm } from '../../../shared/forms/use-record-form.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import { OwnFields } from './own-fields.tsx';
import { DialogFooter } from '../../../shared/ui/dialogs/dialog-footer.tsx';

const words = text.kits.combinations.dialog;
const OWN = 'own';

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

type Values = {
  /** A name of the catalogue, or the kit's own as typed; null: not chosen. */
  readonly name: string | null;
  readonly label: string;
  readonly color: string | null;
  /** Empty: those of the catalogue. */
  readonly letters: string;
  /** Empty: none. */
  readonly lisCode: string;
  /** Of an own diagnostic. */
  readonly meaning: DiagnosticMeaning | null;
};
/** A stored row; a new one has no id. */
type Stored = Values & { readonly id: string | null; readonly revision: number };

const NEW: Stored = {
  id: null,
  revision: 0,
  name: null,
  label: '',
  color: null,
  letters: '',
  lisCode: '',
  meaning: null,
};
const storedOf = ({ id, revision, name, label, diagnosticColor }: DiagnosticRow): Stored => ({
  id,
  revision,
  name,
  label,
  color: diagnosticColor.color,
  letters: diagnosticColor.letters ?? '',
  lisCode: diagnosticColor.lisCode ?? '',
  meaning: diagnosticColor.meaning ?? null,
});
const valuesOf = ({ id: _id, revision: _revision, ...values }: Stored): Values => values;
const valuesSchema = z.object({
  name: diagnosticNameSchema,
  label: z.string().trim().min(1),
  color: z.string().nullable(),
  letters: z.string(),
  lisCode: z.string(),
  meaning: diagnosticMeaningSchema.nullable(),
});
const { columns, meanings } = text.diagnostics;
const fillOf = (name: string | null): string | null => {
  const known = name === null ? undefined : builtInDiagnostic(name);
  return known === undefined ? null : DIAGNOSTIC_FILL[known];
};
const FIELD_WORDS: RecordWords<Values> = {
  name: { label: columns.diagnostic, show: (name) => name && diagnosticText(name) },
  label: { label: columns.label, show: (label) => label },
  color: { label: columns.color, show: (color) => color },
  letters: { label: columns.code, show: (letters) => letters || text.diagnostics.asBuiltIn },
  lisCode: { label: columns.lisCode, show: (code) => code || text.diagnostics.notSet },
  meaning: { label: text.diagnostics.meaning, show: (meaning) => meaning && meanings[meaning] },
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
  const { name, label, color, letters, meaning } = form.values;
  const [isOwn, setOwn] = useState(row !== undefined && builtInDiagnostic(row.name) === undefined);
  const [isCodeTyped, setCodeTyped] = useState(false);
  const others = rows.filter((one) => one.id !== id);
  const free = KIT_DIAGNOSTICS.filter((one) => others.every(({ name: taken }) => taken !== one));
  const painted = others.map((one) => ({ label: one.label, color: one.diagnosticColor.color }));
  const shown = color ?? fillOf(name) ?? (isOwn ? freeColour(painted) : null);
  const isReady =
    name !== null &&
    name.trim() !== '' &&
    label.trim() !== '' &&
    (!isOwn || (letters.trim() !== '' && meaning !== null));
  const failed = (error: unknown): void => toastError(text.diagnostics.notSaved, error);
  const store = async (values: Values & { readonly revision: number }): Promise<Stored> => {
    const fill = values.color ?? shown;
    if (values.name === null || fill === null) return NEW;
    const kept = row && { id: row.id, revision: values.revision, active: row.active };
    const sent = {
      ...kept,
      name: values.name.trim(),
      kitId: kit.id,
      label: values.label.trim(),
      color: fill,
      letters: values.letters.trim() || null,
      lisCode: values.lisCode.trim() || null,
      meaning: isOwn ? values.meaning : null,
    };
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
        label={words.diagnostic}
        required
        data-autofocus
        disabled={row?.isUsed === true}
        allowDeselect={false}
        data={[
          ...free.map((one) => ({ value: one, label: DIAGNOSTIC_LABEL[one] })),
          { value: OWN, label: words.own },
        ]}
        value={isOwn ? OWN : name}
        onChange={(next) => {
          const chosen = builtInDiagnostic(next ?? '');
          setOwn(chosen === undefined);
          const isTyped = label !== '' && label !== diagnosticText(name ?? '');
          // A stored code names the stored diagnostic in the LIS, not the one chosen now.
          const code = row !== undefined && next === row.name ? (row.diagnosticColor.lisCode ?? '') : '';
          form.set({
            name: chosen ?? null,
            letters: '',
            meaning: null,
            ...(!isCodeTyped && { lisCode: code }),
            ...(!isTyped && { label: chosen === undefined ? '' : DIAGNOSTIC_LABEL[chosen] }),
          });
        }}
      />
      {isOwn && (
        <OwnFields
          values={form.values}
          isFixed={row?.isUsed === true}
          onChange={(values) => form.set(values)}
        />
      )}
      <TextInput
        label={columns.label}
        required
        maxLength={100}
        value={label}
        onChange={({ currentTarget }) => form.set({ label: currentTarget.value })}
      />
      <TextInput
        label={columns.lisCode}
        description={words.lisCode}
        classNames={{ input: 'mono' }}
        maxLength={40}
        value={form.values.lisCode}
        onChange={({ currentTarget }) => {
          setCodeTyped(true);
          form.set({ lisCode: currentTarget.value });
        }}
      />
      {name !== null && shown !== null && (
        <Input.Wrapper label={columns.color} labelElement="div">
          <ColourPicker
            label={words.color(shown)}
            diagnostic={name}
            kit={kit.name}
            value={shown}
            letters={letters.trim() || undefined}
            others={painted}
            onChange={(next) => form.set({ color: next })}
          />
        </Input.Wrapper>
      )}
      <Text size="xs" c="var(--ink2)">
        {words.everywhere}
      </Text>
      <DialogFooter act={text.diagnostics.save} isPending={isPending} isReady={isReady} onCancel={onClose} />
    </Stack>
  );
}
