import { useComputedColorScheme } from '@mantine/core';

import { DiagnosticCode } from '../../shared/ui/badges/diagnostic-code.tsx';
import type { CallLook } from './call-look.ts';
import styles from './what-if.module.css';

interface CallNameProps {
  readonly diagnostic: string | null;
  readonly look: CallLook;
  /** Shows the code alone; a screen reader reads the name. */
  readonly isCodeOnly?: boolean;
}

/** A result as code and text. */
export function CallName({ diagnostic, look, isCodeOnly = false }: CallNameProps) {
  const scheme = useComputedColorScheme('light');
  const shown = look(diagnostic, scheme);
  return (
    <span className={styles['call']}>
      <span aria-hidden style={{ display: 'inline-flex' }}>
        <DiagnosticCode look={shown} small />
      </span>
      <span className={isCodeOnly ? 'visually-hidden' : styles['call-name']}>{shown.name}</span>
    </span>
  );
}
