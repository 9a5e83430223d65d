import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { type Answers, showPage } from '../../../../test/a-page.tsx';
import { idOf } from '../../../../test/a-run.ts';
import { AddKitDialog } from './add-kit-dialog.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const place = {
  kitId: idOf('1'),
  versionId: idOf('2'),
  reactionBufferId: idOf('3'),
  analyserId: idOf('4'),
};

function show(make: string, answers: Answers = {}) {
  const opened = vi.fn(
    (kitId: string, _version?: string, at?: object) => `/editor?${kitId}&${JSON.stringify(at)}`,
  );
  const page = showPage(<AddKitDialog make={make} editorAddress={opened} onClose={() => undefined} />, {
    answers: { 'POST /api/starter-kits': place, ...answers },
  });
  return { ...page, opened };
}
const add = () => {
  fireEvent.click(screen.getByRole('button', { name: 'Add kit' }));
};
const name = (value: string) => {
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value } });
};

test('SHELL-195 a kit on the curves of a run is made with two products, and opened on that run', async () => {
  const { changes, opened } = show(idOf('9'));
  name('p50');
  add();
  await waitFor(() => {
    expect(opened).toHaveBeenCalledWith(place.kitId, place.versionId, {
      buffer: place.reactionBufferId,
      analyser: place.analyserId,
      run: idOf('9'),
    });
  });
  expect(changes()).toEqual([
    ['POST /api/starter-kits', { name: 'p50', products: 2, reactionBuffer: 'Standard', runId: idOf('9') }],
  ]);
});

test('SHELL-195 an empty kit asks only for its name; with zones it needs a file', () => {
  const { changes } = show('empty');
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
  fireEvent.click(screen.getByRole('radio', { name: 'one product' }));
  name('p50');
  add();
  expect(screen.getByText('Choose a file.', { selector: '[class*=error]' })).toBeTruthy();
  expect(changes()).toEqual([]);
});
