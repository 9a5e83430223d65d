import { fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { enableShortcuts } from '../../../shared/navigation/shortcuts.ts';
import { handleListKey, useKeysOnArrival } from './list-keys.ts';

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

test('SHELL-276 the keys of the list work on arrival, when nothing or the heading has the focus, and in no field', () => {
  const imports = vi.fn();
  const Page = () => {
    const list = useRef<HTMLDivElement>(null);
    useKeysOnArrival(list, (event) => {
      handleListKey(event, { onSearch: nothing, onDashboard: null, onImport: imports, onDelete: nothing });
    });
    return (
      <>
        <h1 tabIndex={-1}>Runs</h1>
        <input aria-label="Search" />
        <div ref={list}>
          <div data-run="63">
            <a href="/run/63" data-row-link>
              63
            </a>
          </div>
        </div>
      </>
    );
  };
  const { getByRole, unmount } = render(<Page />);
  fireEvent.keyDown(document.body, { key: 'i' });
  fireEvent.keyDown(getByRole('heading'), { key: 'i' });
  expect(imports).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(getByRole('textbox'), { key: 'i' });
  fireEvent.keyDown(document.body, { key: 'i', ctrlKey: true });
  expect(imports).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(document.activeElement?.textContent).toBe('63');
  unmount();
  fireEvent.keyDown(document.body, { key: 'i' });
  expect(imports).toHaveBeenCalledTimes(2);
});
