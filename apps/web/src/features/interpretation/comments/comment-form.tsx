import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { ctrlEnter } from '../../../shared/navigation/ctrl-enter.ts';
import { restoreFocus } from '../../../shared/ui/dialogs/focus-back.ts';
import { Form } from '../../../shared/forms/form.tsx';
import classes from '../interpretation.module.css';

const MAX_LENGTH = 2000;
/** From this length on the number of characters is shown. */
const COUNT_FROM = 1800;

interface CommentFormProps {
  readonly label: string;
  readonly initial?: string;
  /** Rejects on failure; the text then stays. */
  readonly onSave: (value: string) => Promise<unknown>;
  readonly onCancel?: () => void;
}

/** A comment of up to 2,000 characters. Ctrl+Enter also saves. */
export function CommentForm({ label, initial = '', onSave, onCancel }: CommentFormProps) {
  const texts = text.interpretation.comment;
  const [value, setValue] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isEmpty = value.trim() === '';

  const save = async (): Promise<void> => {
    if (isEmpty || isBusy) return;
    setBusy(true);
    try {
      await onSave(value.trim());
      setValue('');
    } catch {
      // The caller has reported the error; the text stays for another attempt.
    } finally {
      setBusy(false);
      // The pressed button is disabled now. Restores the focus unless the user has moved it.
      restoreFocus(field.current);
    }
  };

  return (
    <Form className={classes['comment-form']} onSubmit={save}>
      <Textarea
        ref={field}
        size="xs"
        rows={1}
        classNames={{ input: classes['comment-input'] ?? '' }}
        maxLength={MAX_LENGTH}
        aria-label={label}
        placeholder={label}
        description={value.length >= COUNT_FROM ? texts.left(value.length) : undefined}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          ctrlEnter(event, save);
          if (event.key === 'Escape' && onCancel) onCancel();
          // Typing must not trigger shortcuts.
          if (event.key !== 'Escape') event.stopPropagation();
        }}
      />
      <div className={classes['form-buttons']}>
        {onCancel && (
          <Button size="xs" variant="subtle" onClick={onCancel}>
            {text.interpretation.update.leave}
          </Button>
        )}
        <Button size="xs" type="submit" disabled={isEmpty} loading={isBusy}>
          {texts.save}
        </Button>
      </div>
    </Form>
  );
}
