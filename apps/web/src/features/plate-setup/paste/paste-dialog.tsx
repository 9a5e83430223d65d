import type { Position } from '@curvewell/domain';
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';

import { text } from '../../../locale/text.ts';
import classes from '../parts.module.css';
import { PlatePreview } from '../plate-preview.tsx';
import { usePlateSetup } from '../plate-setup-context.ts';
import { pastePlate } from './paste-plate.ts';

interface PasteDialogProps {
  /** null if the page may not read the clipboard; the user then pastes into a field. */
  readonly text: string | null;
  readonly focused: Position;
  readonly selected: readonly Position[];
  /** The text last copied on this plate. */
  readonly copied: string | null;
  readonly onClose: () => void;
}

const SHOWN_PROBLEMS = 6;

export function PasteDialog(props: PasteDialogProps) {
  const { focused, selected, copied, onClose } = props;
  const { run, assays, editor } = usePlateSetup();
  const [pasted, setPasted] = useState(props.text ?? '');
  const { plate } = editor;
  const preview = useMemo(
    () =>
      pasted.trim() === ''
        ? null
        : pastePlate({
            text: pasted,
            run,
            assays,
            plate,
            focused,
            selected,
            isFromHere: copied !== null && withoutReturns(pasted) === copied,
          }),
    [pasted, run, assays, plate, focused, selected, copied],
  );
  const words = text.wells;
  const apply = (): void => {
    if (!preview) return;
    editor.put(preview.after, words.on(words.changes.pasted, preview.changed.length));
    onClose();
  };

  return (
    <Modal opened onClose={onClose} size={560} title={words.paste}>
      {props.text === null && (
        <Textarea
          label={words.pasteHere}
          data-autofocus
          autosize
          minRows={3}
          maxRows={6}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
      )}
      {preview && (
        <div role="status" className={classes['paste']}>
          <p>
            <b>{words.pasteQuestion(preview.fitCount, preview.rowCount)}</b>{' '}
            {words.willChange(preview.changed.length)}
          </p>
          {preview.problems.length > 0 && (
            <ul>
              {preview.problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
              {preview.problems.length > SHOWN_PROBLEMS && (
                <li>{words.pasteMore(preview.problems.length - SHOWN_PROBLEMS)}</li>
              )}
            </ul>
          )}
          <PlatePreview plateType={run.plateType} plate={preview.after} changed={preview.changed} />
        </div>
      )}
      {props.text !== null && preview === null && <p role="status">{words.pasteNothing}</p>}
      <Group mt={16} gap={8} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {text.common.cancel}
        </Button>
        <Button
          disabled={!preview || preview.changed.length === 0}
          onClick={apply}
          data-autofocus={props.text !== null || undefined}
        >
          {words.apply}
        </Button>
      </Group>
    </Modal>
  );
}

/** Windows converts line ends in the clipboard to CRLF. */
const withoutReturns = (text: string): string => text.replaceAll('\r\n', '\n').replace(/\n$/, '');
