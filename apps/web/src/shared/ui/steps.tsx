import styles from './steps.module.css';

interface StepsProps {
  readonly label: string;
  readonly steps: readonly string[];
  /** From 0. */
  readonly active: number;
}

/** Where one is on a way of few steps. */
export function Steps({ label, steps, active }: StepsProps) {
  return (
    <ol className={styles['steps']} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={styles['step']}
          data-done={index < active || undefined}
          {...(index === active && { 'aria-current': 'step' as const })}
        >
          <span className={styles['number']}>{index + 1}</span>
          {step}
        </li>
      ))}
    </ol>
  );
}
