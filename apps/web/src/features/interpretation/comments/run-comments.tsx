import type { Comment } from '@curvewell/domain';

import { useCommentRun } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentList } from './comment-list.tsx';
import classes from '../interpretation.module.css';

interface RunCommentsProps {
  readonly runId: string;
  readonly comments: readonly Comment[];
  readonly canUpdate: boolean;
}

export function RunComments({ runId, comments, canUpdate }: RunCommentsProps) {
  const texts = text.interpretation.comment;
  const { mutateAsync } = useCommentRun(runId);
  const save = async (value: string): Promise<void> => {
    try {
      await mutateAsync(value);
    } catch (error) {
      toastError(texts.failed, error);
      throw error;
    }
    toastSuccess(texts.addedToRun);
  };
  return (
    <div className={classes['panel-body']}>
      {comments.length === 0 ? (
        <p className={classes['note']}>{texts.noneOnRun}</p>
      ) : (
        <CommentList runId={runId} comments={comments} canUpdate={canUpdate} />
      )}
      {canUpdate && <CommentForm label={texts.addToRun} onSave={save} />}
    </div>
  );
}
