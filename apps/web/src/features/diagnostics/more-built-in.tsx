import {
  type BuiltInDiagnostic,
  DIAGNOSTIC_FILL,
  DIAGNOSTIC_LABEL,
  KIT_DIAGNOSTICS,
} from '@curvewell/domain';
import { UnstyledButton, useComputedColorScheme } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';

import { text } from '../../locale/text.ts';
import { diagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import { DiagnosticCode } from '../../shared/ui/badges/diagnostic-code.tsx';
import styles from './diagnostics.module.css';

const words = text.diagnostics;

interface MoreBuiltInProps {
  /** The names that the kit has. */
  readonly used: ReadonlySet<string>;
  readonly onUse: (name: BuiltInDiagnostic) => void;
}

/** The diagnostics of the catalogue that the kit does not use, folded. */
export function MoreBuiltIn({ used, onUse }: MoreBuiltInProps) {
  const [isOpen, setOpen] = useState(false);
  const scheme = useComputedColorScheme('light');
  const unused = KIT_DIAGNOSTICS.filter((name) => !used.has(name));
  if (unused.length === 0) return null;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <UnstyledButton
        className={styles['fold'] ?? ''}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={16} stroke={1.8} aria-hidden />
        {words.moreBuiltIn(unused.length)}
      </UnstyledButton>
      {isOpen && (
        <ul className={styles['unused']}>
          {unused.map((name) => (
            <li key={name}>
              <UnstyledButton
                className={styles['use'] ?? ''}
                aria-label={words.use(DIAGNOSTIC_LABEL[name])}
                onClick={() => onUse(name)}
              >
                <DiagnosticCode
                  look={diagnosticLook({ diagnostic: name, color: DIAGNOSTIC_FILL[name] }, scheme)}
                  small
                />
                {DIAGNOSTIC_LABEL[name]}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
