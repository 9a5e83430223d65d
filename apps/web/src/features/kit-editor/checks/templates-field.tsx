import { FEWEST_TEMPLATE_WELLS } from '@curvewell/contracts';
import { Switch } from '@mantine/core';
import { useId } from 'react';

import { text } from '../../../locale/text.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from '../kit-editor.module.css';
import { taughtTargets } from './taught-targets.ts';

const words = text.kits.checks.templates;

/** Whether a second product counts only beyond the template of the first one's target, and what the run teaches. */
export function TemplatesField() {
  const { version, judged, isLocked, editVersion } = useKitEditing();
  const { meltTemplates } = version;
  const id = useId();
  const taught = taughtTargets(judged?.wells ?? []);
  return (
    <fieldset className={styles['checks-wide']}>
      <legend>{words.title}</legend>
      {isLocked ? (
        <span>{meltTemplates === null ? words.off : words.byTemplate}</span>
      ) : (
        <Switch
          size="sm"
          label={words.byTemplate}
          aria-describedby={id}
          checked={meltTemplates !== null}
          onChange={({ currentTarget: { checked } }) => {
            const next = checked ? ({ from: 'plate' } as const) : null;
            editVersion((before) => ({ ...before, meltTemplates: next }), null);
          }}
        />
      )}
      <p id={id}>{meltTemplates === null ? words.offText : words.onText(FEWEST_TEMPLATE_WELLS)}</p>
      {meltTemplates !== null && taught.length > 0 && <p aria-live="polite">{words.onRun(taught)}</p>}
    </fieldset>
  );
}
