import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { ChannelDraft } from './draft/kit-draft.ts';
import { shapeConditions } from './draft/conditions.ts';
import { type KitEditing, KitEditingContext } from './kit-editor-context.ts';
import { OverlapNotes } from './overlap-notes.tsx';

const [likeX, notX, likeM, notM] = shapeConditions(['X', 'M']);
const label = (id: string, diagnosticLabel: string) => ({ id, diagnosticLabel, diagnostic: { name: id } });

function notes(conditions: readonly (typeof likeX)[], wells: readonly object[] = []): string[] {
  const cases = conditions.map((one, index) => ({ expressions: [one!], diagnosticId: `${index}` }));
  const editing = {
    draft: { phases: [], combinations: new Map([['A', { cases, otherwise: null }]]) } as ChannelDraft,
    diagnostics: [label('0', 'Carrier'), label('1', 'Affected')],
    evaluated: { wells },
  } as unknown as KitEditing; // only the fields it uses
  const { container, unmount } = render(
    <KitEditingContext value={editing}>
      <OverlapNotes />
    </KitEditingContext>,
  );
  const found = [...container.querySelectorAll('li')].map(({ textContent }) => textContent);
  unmount();
  return found;
}

test('KIT-305 rules that one well can match are named before publishing', () => {
  expect(notes([notX, notM])).toEqual([
    'A: rule 1 (Carrier) and rule 2 (Affected) can both apply to one well, and rule 1 counts. Add a condition that separates them.',
  ]);
  expect(notes([likeX, likeM])).toEqual([]);
  expect(screen.queryByRole('heading')).toBeNull();
});

test('KIT-305 references within the border of each other on the run are named once', () => {
  const alike = { shape: { fault: 'references-alike', faultOf: ['X', 'M'] } };
  const found = notes([likeX, likeM], [alike, alike, { shape: { fault: null, faultOf: [] } }]);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^On this run, the shapes of X and M are within each other’s border/);
});
