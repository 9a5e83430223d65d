import { DraftNote } from '../../shared/ui/alerts/draft-note.tsx';
import { StaleAlert } from '../../shared/ui/alerts/stale-alert.tsx';
import { usePlateSetup } from './plate-setup-context.ts';

/** Notes on a restored draft or another user's save, placed so that they do not move the plate. */
export function PlateNotes() {
  const { editor, comparison, compare } = usePlateSetup();
  const { conflict, restoredAt } = editor;
  return (
    <>
      {restoredAt !== null && <DraftNote at={restoredAt} onDiscard={editor.discard} />}
      {conflict && (
        <StaleAlert
          {...conflict.other}
          onLoadTheirs={() => {
            editor.adopt(conflict.theirs);
          }}
          onCompare={comparison ? null : compare}
        />
      )}
    </>
  );
}
