import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { freePhaseTypes, withPhase } from '../draft/draft-edits.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from '../kit-editor.module.css';
import { PhaseFields } from './phase-fields.tsx';

/** The phases of the channel side by side, and those that can be added. */
export function PhasesFields() {
  const { draft, isLocked, edit } = useKitEditing();
  const free = isLocked ? [] : freePhaseTypes(draft);
  return (
    <div className={styles['phases']}>
      {draft.phases.map((phase) => (
        <PhaseFields key={phase.phaseType} phase={phase} />
      ))}
      {draft.phases.length === 0 && isLocked && <p className={styles['empty']}>{text.kits.phases.noPhase}</p>}
      {free.length > 0 && (
        <div className={styles['phase-offers']}>
          {draft.phases.length === 0 && <span>{text.kits.phases.noPhase}</span>}
          {free.map((type) => (
            <Button
              key={type}
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
              onClick={() => {
                edit((channel) => withPhase(channel, type));
              }}
            >
              {text.kits.phases.addPhaseOf(type)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
