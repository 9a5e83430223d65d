import { Button } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { changePhase } from '../draft/draft-edits.ts';
import type { PhaseDraft } from '../draft/kit-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './threshold-hint.module.css';
import { useSuggestion, useSuggestionEffect } from './use-suggestion.ts';

const words = text.kits.threshold;

/** The limits of a phase that are edited in one place. */
export type Limit = 'minThreshold' | 'slopeThreshold' | 'minQuality';

interface ThresholdHintProps {
  readonly phase: PhaseDraft;
  /** The limit whose field has the focus. */
  readonly limit: Limit;
  /** The ids of the explanations, for the fields. */
  readonly idOf: (limit: Limit) => string;
}

/** What the focused limit means; for the threshold also the suggestion, its reason and its effect on the run. */
export function ThresholdHint({ phase, limit, idOf }: ThresholdHintProps) {
  return (
    <div className={styles['hint']}>
      {(['minThreshold', 'slopeThreshold', 'minQuality'] as const).map((one) => (
        <p key={one} id={idOf(one)} className={one === limit ? undefined : 'visually-hidden'}>
          {words.explained[one]}
        </p>
      ))}
      {limit === 'minThreshold' && <Suggestion phase={phase} />}
    </div>
  );
}

function Suggestion({ phase }: { readonly phase: PhaseDraft }) {
  const { isLocked, edit } = useKitEditing();
  const suggestion = useSuggestion(phase);
  const { phaseType, minThreshold } = phase;
  const value = suggestion?.value ?? null;
  const isSet = value !== null && value === minThreshold;
  const changed = useSuggestionEffect(phase, isSet ? null : value);
  if (suggestion === null) return null;
  return (
    <div className={styles['suggestion']}>
      <p>
        {words.suggested(suggestion)}
        {value !== null && ` ${isSet ? words.isSet : changed === null ? '' : words.effect(value, changed)}`}
      </p>
      {value !== null && !isSet && !isLocked && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={words.useFor(value, phaseType)}
          onClick={() => {
            edit((channel) => changePhase(channel, phaseType, { minThreshold: value }));
          }}
        >
          {words.use(value)}
        </Button>
      )}
    </div>
  );
}
