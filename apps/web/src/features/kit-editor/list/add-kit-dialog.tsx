import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { useCreateKit } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import { hasCode } from '../../../shared/api/api-problem.ts';
import { useRestoreFocus } from '../../../shared/ui/dialogs/focus-back.ts';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { nextVersion } from '../place/use-place-additions.ts';

const { kits, step1 } = text;
const words = kits.list;

interface AddKitDialogProps {
  readonly editorAddress: (kitId: string, versionId: string) => string;
  readonly onClose: () => void;
}

/** Asks for the name of a new kit and opens it in the editor. */
export function AddKitDialog({ editorAddress, onClose }: AddKitDialogProps) {
  const { mutateAsync, isPending } = useCreateKit();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  useRestoreFocus();
  const add = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === '') {
      setWrong(words.noName);
      return;
    }
    try {
      const { kitVersion } = await mutateAsync({
        kit: { name: name.trim() },
        kitVersion: { version: nextVersion(0) },
      });
      toastSuccess(kits.footer.created(kitVersion.kit.name, kitVersion.version));
      onClose();
      void navigate(editorAddress(kitVersion.kit.id, kitVersion.id));
    } catch (error) {
      if (hasCode(error, 'name-taken')) setWrong(step1.sameName('Kit'));
      else toastError(kits.footer.notCreated, error);
    }
  };
  return (
    <Modal opened onClose={onClose} size={440} centered title={words.add}>
      <form onSubmit={(event) => void add(event)} noValidate>
        <TextInput
          label={words.name}
          required
          data-autofocus
          maxLength={100}
          value={name}
          error={wrong}
          onChange={({ currentTarget }) => {
            setWrong(null);
            setName(currentTarget.value);
          }}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {words.add}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
