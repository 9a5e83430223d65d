import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { SearchBox } from './search-box.tsx';

function shown(value = '') {
  const onSearch = vi.fn<(search: string) => void>();
  render(
    <MantineProvider>
      <SearchBox label="Search runs" value={value} onSearch={onSearch} />
    </MantineProvider>,
  );
  return { onSearch, input: screen.getByRole('searchbox', { name: 'Search runs' }) };
}

const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

describe('a search box', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('LIST-02 LAB-09 CONST-07 searches 1000 ms after the last key', () => {
    const { onSearch, input } = shown();
    type(input, 'L');
    vi.advanceTimersByTime(900);
    type(input, 'LC');
    vi.advanceTimersByTime(999);
    expect(onSearch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSearch.mock.calls).toEqual([['LC']]);
  });

  it('LIST-01 CONST-08 searches for a single character when Enter is pressed, and only once', () => {
    const { onSearch, input } = shown();
    type(input, 'L');
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(onSearch.mock.calls).toEqual([['L']]);
  });

  it('LAB-09 a search keeps filters that were chosen after the last key', () => {
    const searches: string[] = [];
    const box = (chosen: string) => (
      <MantineProvider>
        <SearchBox
          label="Search users"
          value=""
          onSearch={(search) => searches.push(`${chosen} ${search}`)}
        />
      </MantineProvider>
    );
    const { rerender } = render(box('pia'));
    type(screen.getByRole('searchbox', { name: 'Search users' }), 'petra');
    rerender(box('petra'));
    vi.advanceTimersByTime(1000);
    expect(searches).toEqual(['petra petra']);
  });

  it('is cleared by Escape', () => {
    const { onSearch, input } = shown('LCT');
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(onSearch.mock.calls).toEqual([['']]);
    expect(input).toHaveProperty('value', '');
  });
});
