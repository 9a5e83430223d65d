import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { text } from '../../locale/text.ts';
import styles from './first-steps.module.css';
import type { StepState } from './step-states.ts';

interface StepRowProps {
  readonly number: number;
  readonly title: string;
  readonly state: StepState;
  readonly sentence: string;
  readonly action: ReactNode;
  /** Below the sentence, while the step is unfolded. */
  readonly children?: ReactNode;
}

/** One step: its number or a tick, what it is about or what was chosen, and one button. */
export function StepRow({
  number,
  title,
  state: { isDone, isNow },
  sentence,
  action,
  children,
}: StepRowProps) {
  return (
    <li className={styles['step']} data-now={isNow || undefined} aria-current={isNow ? 'step' : undefined}>
      <span
        className={styles['disc']}
        data-done={isDone || undefined}
        data-now={isNow || undefined}
        aria-hidden
      >
        {isDone ? <IconCheck size={17} stroke={2} /> : number}
      </span>
      <div>
        <h3>
          {title}
          {(isDone || isNow) && (
            <span className="visually-hidden">, {isDone ? text.firstSteps.done : text.firstSteps.now}</span>
          )}
        </h3>
        <p>{sentence}</p>
      </div>
      <div className={styles['action']}>{action}</div>
      {children !== undefined && <div className={styles['more']}>{children}</div>}
    </li>
  );
}
