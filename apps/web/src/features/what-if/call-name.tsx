import { useComputedColorScheme } from '@mantine/core';

import { DiagnosticCode } from '../../shared/ui/badges/diagnostic-code.tsx';
import type { CallLook } from './call-look.ts';
import styles from './what-if.module.css';

interface CallNameProps {
  readonly diagnostic: string | null;
  readonly look: CallLook;
}

/** A result as code and text. */
export function CallName({ diagnostic, look }: CallNameProps) {
  const scheme = useComputedColorScheme('light');
  const shown = look(diagnostic, scheme);
  return (
    <span className={styles['call']}>
      <span aria-hidden style={{ display: 'inline-flex' }}>
        <DiagnosticCode look={shown} small />
      </span>
      <span className={styles['call-name']}>{shown.name}</span>
    </span>
  );
}
