import type { ControlReading } from '@curvewell/contracts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useAddNote } from '../../../data/controls.ts';
import { useCan } from '../../../data/identity.ts';
import { text } from '../../../locale/text.ts';
import { Form } from '../../../shared/forms/form.tsx';
import { formatDateTime } from '../../../shared/format/format.ts';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import styles from '../controls.module.css';

const words = text.controls.point;
const MAX_LENGTH = 2000;

/** Notes on a reading, oldest first. Notes cannot be changed. */
export function PointNotes({ reading: { id, notes } }: { readonly reading: ControlReading }) {
  const can = useCan();
  return (
    <div className={styles['notes']}>
      <h3 className={styles['small']}>{words.notes(notes.length)}</h3>
      <ol>
        {notes.map(({ id: noteId, authorName, at, value }) => (
          <li key={noteId}>
            <p>{value}</p>
            <p className={styles['dim']}>
              {authorName} {formatDateTime(at)}
            </p>
          </li>
        ))}
      </ol>
      {can('WRITE_DIAGNOSTIC') && <NoteForm readingId={id} />}
    </div>
  );
}

function NoteForm({ readingId }: { readonly readingId: string }) {
  const [value, setValue] = useState('');
  const { mutateAsync, isPending } = useAddNote(readingId);
  const save = async (): Promise<void> => {
    try {
      await mutateAsync(value.trim());
      setValue('');
      toastSuccess(words.noted);
    } catch (error) {
      toastError(words.noteFailed, error);
    }
  };
  return (
    <Form
      className={styles['noteForm']}
      data-print="none"
      onSubmit={() => {
        if (value.trim() !== '') void save();
      }}
    >
      <TextInput
        flex={1}
        size="xs"
        aria-label={words.note}
        placeholder={words.note}
        maxLength={MAX_LENGTH}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" loading={isPending} disabled={value.trim() === ''}>
        {words.addNote}
      </Button>
    </Form>
  );
}
