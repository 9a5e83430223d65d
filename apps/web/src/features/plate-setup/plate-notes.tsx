import type { PlateEditor } from './draft/use-plate-editor.ts';
import { DraftNote } from '../../shared/ui/draft-note.tsx';
import { StaleAlert } from '../../shared/ui/stale-alert.tsx';

interface CreationNotesProps {
  readonly editor: PlateEditor;
  readonly isComparing: boolean;
  readonly onCompare: () => void;
}

/** Above the plate: a draft that was restored, somebody else who has saved. */
export function CreationNotes({ editor, isComparing, onCompare }: CreationNotesProps) {
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
          onCompare={isComparing ? null : onCompare}
        />
      )}
    </>
  );
}
