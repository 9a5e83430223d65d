import { Button, UnstyledButton } from '@mantine/core';

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
  /** The limit whose field had the focus last; null: none yet, so only the suggested value is shown. */
  readonly limit: Limit | null;
  /** The ids of the explanations, for the fields. */
  readonly idOf: (limit: Limit) => string;
  /** Goes to the field of the threshold. */
  readonly onOpen: () => void;
}

/** What the focused limit means; for the threshold also the suggestion, its reason and its effect on the run. */
export function ThresholdHint({ phase, limit, idOf, onOpen }: ThresholdHintProps) {
  return (
    <div className={styles['hint']}>
      {(['minThreshold', 'slopeThreshold', 'minQuality'] as const).map((one) => (
        <p key={one} id={idOf(one)} className={one === limit ? undefined : 'visually-hidden'}>
          {words.explained[one]}
        </p>
      ))}
      {limit === null && <SuggestedValue phase={phase} onOpen={onOpen} />}
      {limit === 'minThreshold' && <Suggestion phase={phase} />}
    </div>
  );
}

/** The suggested value alone, where another is set: it takes one line of a low window. */
function SuggestedValue({ phase, onOpen }: Pick<ThresholdHintProps, 'phase' | 'onOpen'>) {
  const { isLocked } = useKitEditing();
  const value = useSuggestion(phase)?.value ?? null;
  if (value === null || value === phase.minThreshold || isLocked) return null;
  return (
    <UnstyledButton
      className={styles['value'] ?? ''}
      aria-label={words.openFor(value, phase.phaseType)}
      onClick={onOpen}
    >
      {words.open(value)}
    </UnstyledButton>
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
    <div className={styles['suggestion']} data-suggestion>
      <p>
        {words.suggested(suggestion)}
        {value !== null && ` ${isSet ? words.isSet : changed === null ? '' : words.effect(value, changed)}`}
      </p>
      {value !== null && !isSet && !isLocked && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={words.useFor(value, phaseType)}
          onClick={() => edit((channel) => changePhase(channel, phaseType, { minThreshold: value }))}
        >
          {words.use(value)}
        </Button>
      )}
    </div>
  );
}
