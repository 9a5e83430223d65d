import type { DiagnosticColor } from '@curvewell/domain';
import { useComputedColorScheme, VisuallyHidden } from '@mantine/core';

import { colorLook } from '../../colour/diagnostic-palette.ts';
import { DiagnosticCode } from './diagnostic-code.tsx';

interface ResultCodeProps {
  /** null without a result. */
  readonly result: DiagnosticColor | null;
  /** Show the name beside the code. */
  readonly named?: boolean;
}

/** The code of a result on its colour, as on the well. Screen readers get the name. */
export function ResultCode({ result, named = false }: ResultCodeProps) {
  const scheme = useComputedColorScheme('light');
  const look = colorLook(result, scheme);
  return (
    <>
      <span aria-hidden style={{ display: 'inline-flex' }}>
        <DiagnosticCode look={look} small />
      </span>
      {named ? <span>{look.name}</span> : <VisuallyHidden>{look.name}</VisuallyHidden>}
    </>
  );
}
