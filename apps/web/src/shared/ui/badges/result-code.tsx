import type { DiagnosticColor } from '@curvewell/domain';
import { useComputedColorScheme, VisuallyHidden } from '@mantine/core';

import { diagnosticLook } from '../../colour/diagnostic-palette.ts';
import { DiagnosticCode } from './diagnostic-code.tsx';

interface ResultCodeProps {
  /** null: no result. */
  readonly result: DiagnosticColor | null;
  /** Whether its name is written beside it. */
  readonly named?: boolean;
}

/** A result as it is on a well: its code on its colour, with its name for who hears it. */
export function ResultCode({ result, named = false }: ResultCodeProps) {
  const scheme = useComputedColorScheme('light');
  const look = diagnosticLook(
    result && { diagnostic: result.diagnostic.name, label: result.diagnosticLabel, color: result.color },
    scheme,
  );
  return (
    <>
      <span aria-hidden style={{ display: 'inline-flex' }}>
        <DiagnosticCode look={look} small />
      </span>
      {named ? <span>{look.name}</span> : <VisuallyHidden>{look.name}</VisuallyHidden>}
    </>
  );
}
