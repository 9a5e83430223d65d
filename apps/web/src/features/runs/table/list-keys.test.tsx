import { fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { enableShortcuts } from '../../../shared/navigation/shortcuts.ts';
import { handleListKey } from './list-keys.ts';

afterEach(() => {
  enableShortcuts(true);
});

const nothing = () => undefined;

/** A list of three runs; returns what has the focus after the keys. */
function focusAfter(...keys: readonly string[]): string | null {
  const { getByTestId, unmount } = render(
    <div
      data-testid="list"
      tabIndex={-1}
      onKeyDown={(event) => {
        handleListKey(event, { onSearch: nothing, onDashboard: null, onImport: null, onDelete: nothing });
      }}
    >
      {[63, 62, 61].map((number) => (
        <div key={number} data-run={number}>
          <a href={`/run/${number}`} data-row-link>
            {number}
          </a>
        </div>
      ))}
    </div>,
  );
  const list = getByTestId('list');
  list.focus();
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? list, { key });
  const focused = document.activeElement;
  const name = focused === list ? null : (focused?.textContent ?? null);
  unmount();
  return name;
}

test('LIST-110 j and k move between runs as the arrow keys do, and stop at both ends', () => {
  expect(focusAfter('j')).toBe('63');
  expect(focusAfter('j', 'j', 'ArrowDown')).toBe('61');
  expect(focusAfter('j', 'j', 'j', 'j', 'j')).toBe('61');
  expect(focusAfter('j', 'j', 'k')).toBe('63');
  expect(focusAfter('j', 'k', 'k')).toBe('63');
});

test('LIST-110 j and k do nothing while single letters are switched off', () => {
  enableShortcuts(false);
  expect(focusAfter('j')).toBeNull();
  expect(focusAfter('ArrowDown', 'j')).toBe('63');
});
