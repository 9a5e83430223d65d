import type { PhaseType } from '@curvewell/domain';
import { Button, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';

import { text } from '../../../locale/text.ts';
import { freePhaseTypes, withPhase } from '../draft/draft-edits.ts';
import type { PhaseDraft } from '../draft/kit-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import editor from '../kit-editor.module.css';
import styles from './phases.module.css';
import { fieldId } from './field-id.ts';
import { PhaseFields } from './phase-fields.tsx';

/** Windows too low for the fields of both phases; narrow windows scroll instead. */
const LOW = '(min-width: 60em) and (max-height: 53.75em)';

/** The phases side by side, with buttons to add missing ones. In a low window one at a time. */
export function PhasesFields() {
  const { draft, isLocked, focus, edit } = useKitEditing();
  const isLow = useMediaQuery(LOW);
  const [last, setLast] = useState<PhaseType | null>(null);
  const focused = focus === null || focus.kind === 'rule' ? last : focus.phase;
  if (focused !== last) setLast(focused);
  const { phases } = draft;
  const open = phases.find(({ phaseType }) => phaseType === focused) ?? phases[0];
  const isFolding = isLow && phases.length > 0;
  const free = isLocked ? [] : freePhaseTypes(draft);
  return (
    <div className={styles['phases']} data-folding={isFolding || undefined}>
      {phases.map((phase) =>
        isFolding && phase !== open ? (
          <FoldedPhase key={phase.phaseType} phase={phase} />
        ) : (
          <PhaseFields key={phase.phaseType} phase={phase} />
        ),
      )}
      {phases.length === 0 && isLocked && <p className={editor['empty']}>{text.kits.phases.noPhase}</p>}
      {free.length > 0 && (
        <div className={styles['phase-offers']}>
          {phases.length === 0 && <span>{text.kits.phases.noPhase}</span>}
          {free.map((type) => (
            <Button
              key={type}
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
              onClick={() => edit((channel) => withPhase(channel, type))}
            >
              {text.kits.phases.addPhaseOf(type)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** A one-line summary of a phase. Focus opens its fields. */
function FoldedPhase({ phase: { phaseType: phase, minThreshold, zones } }: { readonly phase: PhaseDraft }) {
  const { issues, onFocus } = useKitEditing();
  const words = text.kits.phases;
  const wrong = issues.find((issue) => issue.phase === phase)?.message;
  return (
    <UnstyledButton
      className={styles['folded'] ?? ''}
      aria-expanded={false}
      onClick={() => {
        flushSync(() => onFocus({ kind: 'threshold', phase, zone: null }));
        document.getElementById(fieldId(phase, null))?.focus();
      }}
    >
      <IconChevronRight size={14} stroke={1.8} aria-hidden />
      <b>{phase}</b>
      {words.summary(minThreshold === null ? '–' : String(minThreshold), zones.length)}
      {wrong !== undefined && <strong>{wrong}</strong>}
    </UnstyledButton>
  );
}
