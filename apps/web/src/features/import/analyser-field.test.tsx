import type { Analyser, Confidence } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { AnalyserField } from './analyser-field.tsx';
import type { Outlook } from './import-inspection.ts';

const CFX = { id: 'cfx', name: 'Bio-Rad CFX96', version: '', confidence: 'seen' } as unknown as Analyser; // what the field shows

/** How the files are known, below the field. */
function described(confidence: Confidence | undefined): string {
  const reading = confidence === undefined ? null : { confidence };
  const outlook = { analyser: CFX, fitting: [CFX], question: null, reading } as unknown as Outlook; // what the field uses
  const { unmount } = render(
    <MantineProvider env="test">
      <AnalyserField
        analysers={[CFX]}
        state={{ isError: false, isPending: false, refetch: () => undefined }}
        outlook={outlook}
        tried={false}
        locked={false}
        onChoose={() => undefined}
      />
    </MantineProvider>,
  );
  const field = screen.getByRole('combobox', { name: /^Analyser/ });
  const text = document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  unmount();
  return text;
}

test('IMPORT-146 once files are chosen, the analyser says how their type is known', () => {
  expect(described(undefined)).toBe('Tested with a real file of this analyser.');
  expect(described('seen')).toBe('Tested with a real file of this analyser.');
  expect(described('documented')).toMatch(/^From documentation only, not tested with a real file\./);
});
