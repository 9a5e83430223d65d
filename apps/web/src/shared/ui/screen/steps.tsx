import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';

import styles from './steps.module.css';

interface StepsProps {
  readonly label: string;
  readonly steps: readonly string[];
  /** From 0. */
  readonly active: number;
  /** Goes back to the previous step; omitted if there is none. */
  readonly onBack?: () => void;
}

/** Progress through a short sequence of steps. */
export function Steps({ label, steps, active, onBack }: StepsProps) {
  return (
    <ol className={styles['steps']} aria-label={label} data-print="none">
      {steps.map((step, index) => (
        <li
          key={step}
          className={styles['step']}
          data-done={index < active || undefined}
          {...(index === active && { 'aria-current': 'step' as const })}
        >
          {onBack && index === active - 1 ? (
            <UnstyledButton className={styles['back'] ?? ''} onClick={onBack}>
              <StepWords number={index + 1} name={step} isDone />
            </UnstyledButton>
          ) : (
            <StepWords number={index + 1} name={step} isDone={index < active} />
          )}
        </li>
      ))}
    </ol>
  );
}

interface StepWordsProps {
  readonly number: number;
  readonly name: string;
  readonly isDone: boolean;
}

function StepWords({ number, name, isDone }: StepWordsProps) {
  return (
    <>
      <span className={styles['number']}>
        {isDone ? <IconCheck size={14} stroke={2} aria-hidden /> : number}
      </span>
      {isDone ? `${number} ${name}` : name}
    </>
  );
}
