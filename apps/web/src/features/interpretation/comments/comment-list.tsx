import type { Comment } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { useState } from 'react';

import { useEditComment } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import { formatDateTime } from '../../../shared/format/format.ts';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { CommentForm } from './comment-form.tsx';
import classes from '../interpretation.module.css';

interface CommentListProps {
  readonly runId: string;
  readonly comments: readonly Comment[];
  readonly canUpdate: boolean;
}

/** Comments, oldest first. Users can edit their own while the run can be changed. */
export function CommentList({ runId, comments, canUpdate }: CommentListProps) {
  const [editedId, edit] = useState<string | null>(null);
  const { mutateAsync } = useEditComment(runId);
  const texts = text.interpretation.comment;
  const inOrder = [...comments].sort((first, second) =>
    first.creationDateTime.localeCompare(second.creationDateTime),
  );

  const save = async (commentId: string, value: string): Promise<void> => {
    try {
      await mutateAsync({ commentId, value });
    } catch (error) {
      toastError(texts.failed, error);
      throw error;
    }
    edit(null);
    toastSuccess(texts.edited);
  };

  return (
    <ol className={classes['comments']}>
      {inOrder.map((comment) => (
        <li key={comment.id}>
          {editedId === comment.id ? (
            <CommentForm
              label={text.interpretation.card.editComment}
              initial={comment.value}
              onSave={(value) => save(comment.id, value)}
              onCancel={() => edit(null)}
            />
          ) : (
            <>
              <p className={classes['comment-text']}>{comment.value}</p>
              <p className={classes['comment-by']}>
                {texts.by(comment.technicianName, formatDateTime(comment.creationDateTime))}
                {comment.editDateTime !== null && ` · ${texts.changed(formatDateTime(comment.editDateTime))}`}
                {comment.own && canUpdate && (
                  <Button size="compact-xs" variant="subtle" onClick={() => edit(comment.id)}>
                    {text.interpretation.card.edit}
                  </Button>
                )}
              </p>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
