import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { ScreenFooter } from '../../shared/ui/screen/screen-footer.tsx';
import type { DraftChange } from './draft/draft-changes.ts';
import styles from './kit-editor.module.css';

interface EditorFooterProps {
  readonly mayWrite: boolean;
  readonly isLocked: boolean;
  readonly changes: readonly DraftChange[];
  /** The first error; null if none. */
  readonly issue: string | null;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  /** null if there is no other version. */
  readonly onCompare: (() => void) | null;
  readonly onTry: () => void;
}

/** Cancel, Compare and Save, with the reason if disabled. Read-only users see neither Cancel nor Save. */
export function EditorFooter({
  mayWrite,
  isLocked,
  changes,
  issue,
  isSaving,
  onSave,
  onCancel,
  onCompare,
  onTry,
}: EditorFooterProps) {
  const words = text.kits.footer;
  const isChanged = changes.length > 0;
  const [only] = changes;
  return (
    <ScreenFooter
      start={
        <>
          {mayWrite && (
            <Button variant="subtle" color="gray" c="var(--ink2)" disabled={!isChanged} onClick={onCancel}>
              {words.cancel}
            </Button>
          )}
          {onCompare && (
            <Button variant="subtle" onClick={onCompare}>
              {text.kits.compare.with}
            </Button>
          )}
          <Button
            variant="subtle"
            leftSection={<IconPlayerPlay size={16} stroke={1.6} aria-hidden />}
            disabled={issue !== null}
            onClick={onTry}
          >
            {text.whatIf.open}
          </Button>
        </>
      }
      end={
        mayWrite && (
          <>
            <span
              className={styles['footer-note']}
              data-wrong={(isChanged && issue !== null) || undefined}
              role="status"
            >
              {!isChanged && words.nothingChanged}
              {isChanged && issue}
              {isChanged && issue === null && (
                <>
                  <b>{text.kits.changes.count(changes.length)}</b>
                  {changes.length === 1 && only && ` ${text.kits.changes.one(only)}`}
                </>
              )}
            </span>
            <Button
              size="md"
              disabled={!isChanged || issue !== null || isLocked}
              loading={isSaving}
              onClick={onSave}
            >
              {words.save}
            </Button>
          </>
        )
      }
    />
  );
}
