import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeNetwork, signInFor } from '../../../../test/fake-network.ts';
import { CompareHeads, ComparedHeads, type Comparison } from './compare-heads.tsx';

beforeEach(() => {
  signInFor(300);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const CHAIN = '261ae493-fb66-4fc8-a9cd-338889501638';
const MISSING = 'Entries 383 to 386 are missing: the seal of 2026-11-23 names entry 386.';
const headFile = (number: number, day: string) =>
  new File(
    [
      JSON.stringify({
        head: {
          format: 'curvewell-audit-head/1',
          chain: CHAIN,
          number,
          hash: 'a'.repeat(64),
          at: `${day}T03:00:00.000Z`,
          keyId: 'b'.repeat(16),
        },
        signature: `${'A'.repeat(86)}==`,
      }),
    ],
    `audit-head_${day}.json`,
  );

function Page() {
  const [found, setFound] = useState<Comparison | null>(null);
  return (
    <>
      <CompareHeads onCompared={setFound} />
      {found && (
        <ComparedHeads
          comparison={found}
          onClose={() => {
            setFound(null);
          }}
        />
      )}
    </>
  );
}

/** Chooses files; the server reports the given fault. */
function choose(files: readonly File[], fault: string | null): { readonly asked: () => unknown } {
  const sent = fakeNetwork(() => {
    const broken = fault === null ? null : { number: 383, kind: 'missing', text: fault };
    return Response.json([
      {
        chain: CHAIN,
        laboratory: 'North',
        fault: broken,
        entries: 386,
        broughtIn: 0,
        lastHash: null,
        lastAt: null,
        checkedAt: '2026-11-24T08:00:00Z',
      },
    ]);
  });
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <Page />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const input = container.querySelector('input[type=file]');
  if (input === null) throw new Error('files can be chosen');
  fireEvent.change(input, { target: { files } });
  return { asked: () => JSON.parse(sent[0]?.body ?? 'null') as unknown };
}

test('AUDIT-21 a trail that contains all exported heads is intact since the oldest of them', async () => {
  const { asked } = choose([headFile(386, '2026-11-23'), headFile(318, '2026-11-21')], null);
  expect((await screen.findByRole('status')).textContent).toMatch(
    /Complete and unchanged since the seal of .*21/,
  );
  expect(asked()).toMatchObject({ heads: [{ head: { number: 386 } }, { head: { number: 318 } }] });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('status')).toBeNull();
});

test('AUDIT-21 missing entries are reported, and the report cannot be closed', async () => {
  choose([headFile(386, '2026-11-23')], MISSING);
  expect((await screen.findByRole('alert')).textContent).toContain(MISSING);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});

test('AUDIT-21 a file without a head is named, and nothing is sent', async () => {
  const { asked } = choose([new File(['{"format":"other"}'], 'record.json')], null);
  expect((await screen.findByRole('alert')).textContent).toBe('record.json is not a seal of an audit trail.');
  expect(asked()).toBeNull();
});
