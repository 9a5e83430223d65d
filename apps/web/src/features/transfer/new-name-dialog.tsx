import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import { text } from '../../locale/text.ts';
import { DialogFooter } from '../../shared/ui/dialogs/dialog-footer.tsx';
import { Form } from '../../shared/forms/form.tsx';

const words = text.transfer;

interface NewNameDialogProps {
  /** The name that is already taken. */
  readonly taken: string;
  /** All existing names. */
  readonly names: readonly string[];
  readonly isBusy: boolean;
  readonly onImport: (name: string) => void;
  readonly onClose: () => void;
}

/** The error of a new name; null if valid. */
export function newNameIssue(name: string, names: readonly string[]): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return words.noName;
  return names.some((one) => one.toLowerCase() === trimmed.toLowerCase()) ? words.nameExists(trimmed) : null;
}

/** Asks for another name. The existing item stays unchanged. */
export function NewNameDialog({ taken, names, isBusy, onImport, onClose }: NewNameDialogProps) {
  const [name, setName] = useState('');
  const [issue, setIssue] = useState<string | null>(null);
  const submit = () => {
    const found = newNameIssue(name, [taken, ...names]);
    setIssue(found);
    if (found === null) onImport(name.trim());
  };
  return (
    <Modal opened onClose={onClose} size={440} centered title={words.exists(taken)}>
      <Form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{words.existsText}</Text>
          <TextInput
            label={words.newName}
            required
            data-autofocus
            maxLength={100}
            value={name}
            error={issue}
            onChange={({ currentTarget }) => {
              setIssue(null);
              setName(currentTarget.value);
            }}
          />
          <DialogFooter gap="sm" act={words.import} isPending={isBusy} onCancel={onClose} />
        </Stack>
      </Form>
    </Modal>
  );
}
