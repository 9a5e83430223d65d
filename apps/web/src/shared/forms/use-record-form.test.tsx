import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { useRecordForm } from './use-record-form.ts';

interface Saved {
  readonly revision: number;
  readonly name: string;
  readonly enabled: boolean;
}

const start: Saved = { revision: 1, name: 'Lund', enabled: true };
function form() {
  return renderHook(
    (saved: Saved) =>
      useRecordForm({
        saved,
        revisionOf: ({ revision }) => revision,
        valuesOf: ({ name, enabled }) => ({ name, enabled }),
        schema: z.object({}),
        words: { name: { label: 'Name', show: String }, enabled: { label: 'Enabled', show: String } },
        load: () => Promise.resolve(saved),
      }),
    { initialProps: start },
  );
}
/** The revision sent when the form is saved. */
async function savedWith({ result }: ReturnType<typeof form>): Promise<number> {
  let revision = 0;
  await act(() =>
    result.current.submit((body) => {
      ({ revision } = body);
      return Promise.resolve(start);
    }),
  );
  return revision;
}

it('AUTH-161 values that were refused and rolled back can be saved again without a conflict', async () => {
  const one = form();
  act(() => {
    one.result.current.set({ name: 'Lund-Berg' });
  });
  one.rerender({ ...start, revision: 3 });
  expect(one.result.current.values.name).toBe('Lund-Berg');
  expect(await savedWith(one)).toBe(3);
});

it("AUTH-161 another user's change to the same value is no conflict, but one to a different value is", async () => {
  const same = form();
  act(() => {
    same.result.current.set({ name: 'Lund-Berg', enabled: false });
  });
  same.rerender({ ...start, revision: 3, enabled: false });
  expect(await savedWith(same)).toBe(3);

  const other = form();
  act(() => {
    other.result.current.set({ name: 'Lund-Berg' });
  });
  other.rerender({ ...start, revision: 2, enabled: false });
  expect(await savedWith(other)).toBe(1);
});
