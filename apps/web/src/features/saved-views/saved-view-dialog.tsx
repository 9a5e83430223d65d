import { MAX_VIEW_NAME, type SavedView, type SavedViewPage } from '@curvewell/domain';
import { Modal, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';

import { useCreateSavedView, useUpdateSavedView } from '../../data/saved-views.ts';
import { text } from '../../locale/text.ts';
import { hasCode } from '../../shared/api/api-problem.ts';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { DialogFooter } from '../../shared/ui/dialogs/dialog-footer.tsx';

const words = text.savedViews;

interface SavedViewDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The view to rename; null: a new one. */
  readonly view: SavedView | null;
  readonly page: SavedViewPage;
  /** The query of a new view. */
  readonly address: string;
}

export function SavedViewDialog({ opened, onClose, ...content }: SavedViewDialogProps) {
  const title = content.view === null ? words.saveTitle : words.renameTitle;
  return (
    <Modal opened={opened} onClose={onClose} size={440} centered title={title}>
      <NameForm key={content.view?.id} onClose={onClose} {...content} />
    </Modal>
  );
}

function NameForm({ view, page, address, onClose }: Omit<SavedViewDialogProps, 'opened'>) {
  const [name, setName] = useState(view?.name ?? '');
  const [wrong, setWrong] = useState<string | null>(null);
  const { mutateAsync: create, isPending: isCreating } = useCreateSavedView();
  const { mutateAsync: update, isPending: isUpdating } = useUpdateSavedView();
  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const given = name.trim();
    if (given === '') {
      setWrong(words.noName);
      return;
    }
    try {
      await (view === null ? create({ page, name: given, address }) : update({ ...view, name: given }));
      toastSuccess(words.saved(given));
      onClose();
    } catch (error) {
      if (hasCode(error, 'name-taken')) setWrong(words.sameName);
      else toastError(words.notSaved, error);
    }
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        label={words.name}
        required
        data-autofocus
        maxLength={MAX_VIEW_NAME}
        value={name}
        error={wrong}
        onChange={({ currentTarget }) => {
          setWrong(null);
          setName(currentTarget.value);
        }}
      />
      <DialogFooter mt="md" act={words.saveButton} isPending={isCreating || isUpdating} onCancel={onClose} />
    </form>
  );
}
