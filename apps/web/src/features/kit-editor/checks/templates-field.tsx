import { MIN_TEMPLATE_WELLS, type MeltTemplateSettings } from '@curvewell/domain';
import { Switch } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import { text } from '../../../locale/text.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import { SwitchedField } from './switched-field.tsx';
import { templateSources } from './template-sources.ts';

const words = text.kits.checks.templates;

/**
 * Whether a second product counts only above the template of the first one's target, and which templates the
 * run provides.
 *
 * @param kept - the stored templates of the version
 */
export function TemplatesField({ kept }: { readonly kept: ReactNode }) {
  const { version, evaluated, isLocked, editVersion } = useKitEditing();
  const { meltTemplates } = version;
  const sources = templateSources(evaluated?.wells ?? []);
  return (
    <SwitchedField
      title={words.title}
      label={words.byTemplate}
      settings={meltTemplates === null ? words.off : words.byTemplate}
      isOn={meltTemplates !== null}
      onSwitch={(isOn) =>
        editVersion((before) => ({ ...before, meltTemplates: isOn ? { from: 'plate' } : null }), null)
      }
      explanation={meltTemplates === null ? words.offText : words.onText(MIN_TEMPLATE_WELLS)}
    >
      {meltTemplates !== null && (isLocked ? <p>{sourceOf(meltTemplates)}</p> : <KeptSwitch />)}
      {meltTemplates !== null && sources.length > 0 && <p aria-live="polite">{words.onRun(sources)}</p>}
      {meltTemplates?.from === 'plate-or-kept' && kept}
    </SwitchedField>
  );
}

/** The source of the templates, in words. */
const sourceOf = ({ from }: MeltTemplateSettings): string =>
  from === 'plate' ? words.ofPlate : words.ofPlateOrKept;

function KeptSwitch() {
  const { version, editVersion } = useKitEditing();
  const id = useId();
  return (
    <>
      <Switch
        size="sm"
        mt={6}
        label={words.withKept}
        aria-describedby={id}
        checked={version.meltTemplates?.from === 'plate-or-kept'}
        onChange={({ currentTarget: { checked } }) => {
          const meltTemplates = { from: checked ? 'plate-or-kept' : 'plate' } as const;
          editVersion((before) => ({ ...before, meltTemplates }), null);
        }}
      />
      <p id={id}>{words.withKeptText}</p>
    </>
  );
}
