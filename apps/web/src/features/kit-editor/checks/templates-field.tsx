import { type EvaluatedWell, type MeltTemplateSettings, MIN_TEMPLATE_WELLS } from '@curvewell/domain';
import { Switch } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import { text } from '../../../locale/text.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './checks.module.css';

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
  const id = useId();
  const sources = templateSources(evaluated?.wells ?? []);
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
      <p id={id}>{meltTemplates === null ? words.offText : words.onText(MIN_TEMPLATE_WELLS)}</p>
      {meltTemplates !== null && (isLocked ? <p>{sourceOf(meltTemplates)}</p> : <KeptSwitch />)}
      {meltTemplates !== null && sources.length > 0 && <p aria-live="polite">{words.onRun(sources)}</p>}
      {meltTemplates?.from === 'plate-or-kept' && kept}
    </fieldset>
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

/** A target of a run, and the number of wells that contain it alone. */
interface TemplateSource {
  readonly zone: string;
  readonly wells: number;
  readonly isUsed: boolean;
  /** A stored template is used instead of these wells. */
  readonly isKept: boolean;
}

/** The wells that each template of a run is learnt from, by zone. */
function templateSources(wells: readonly EvaluatedWell[]): TemplateSource[] {
  const used = wells.flatMap(({ templates = [] }) => templates);
  const counts = new Map(used.map((one) => [one.zone, one.wells + (one.teaches ? 1 : 0)]));
  const kept = new Set(used.flatMap((one) => (one.kept === undefined ? [] : [one.zone])));
  return [...counts]
    .map(([zone, count]) => ({
      zone,
      wells: count,
      isUsed: count >= MIN_TEMPLATE_WELLS,
      isKept: kept.has(zone),
    }))
    .sort((a, b) => a.zone.localeCompare(b.zone));
}
