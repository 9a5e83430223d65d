import type { Configured } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { DraftNote } from '../../shared/ui/alerts/draft-note.tsx';
import { StaleAlert } from '../../shared/ui/alerts/stale-alert.tsx';
import { toastError } from '../../shared/ui/messages/toast.tsx';
import styles from './kit-editor.module.css';
import type { KitEditorProps } from './kit-editor-props.ts';
import type { useDraft } from './use-draft.ts';
import type { useSave } from './use-save.ts';

interface DraftNotesProps extends Pick<KitEditorProps, 'configured' | 'loadTheirs'> {
  readonly work: ReturnType<typeof useDraft>;
  readonly saving: ReturnType<typeof useSave>;
  readonly onCompare: (theirs: Configured | null) => void;
}

/** Whether the draft was restored, and whether another user has saved the settings meanwhile. */
export function DraftNotes({ configured, loadTheirs, work, saving, onCompare }: DraftNotesProps) {
  const notLoaded = (error: unknown): void => toastError(text.kits.place.failed, error);
  return (
    <>
      {work.restoredAt !== null && (
        <div className={styles['draft-note']}>
          <DraftNote at={work.restoredAt} onDiscard={() => work.restart(configured)} />
        </div>
      )}
      {saving.other && (
        <StaleAlert
          {...saving.other}
          onLoadTheirs={() => {
            loadTheirs().then((theirs) => {
              if (theirs) work.restart(theirs);
              saving.settle();
            }, notLoaded);
          }}
          onCompare={() => {
            loadTheirs().then(onCompare, notLoaded);
          }}
        />
      )}
    </>
  );
}
