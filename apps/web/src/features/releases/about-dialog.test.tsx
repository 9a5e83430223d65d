import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeNetwork, signInFor } from '../../../test/fake-network.ts';
import { AboutDialog } from './about-dialog.tsx';

const product = {
  name: 'Curvewell',
  version: '1.4.0',
  commit: '3ac7b241171f',
  releaseDate: '2026-11-12',
  manufacturer: 'Example Diagnostics Ltd',
  regulatoryMarks: ['CE', 'IVD'],
  address: '1 Example Street, Example Town',
  phone: '+44 1632 960000',
  website: 'https://example.org',
};

beforeEach(() => {
  signInFor(300);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** The facts as name and value. */
async function factsOf(changes: Partial<typeof product>): Promise<readonly (readonly [string, string])[]> {
  fakeNetwork(() =>
    Response.json({
      product: { ...product, ...changes },
      algoVersion: '1.2.0',
      runFileDownload: false,
      maxUploadBytes: 1,
      restoredCopy: null,
      rolledBack: null,
    }),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AboutDialog opened onClose={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const names = await screen.findAllByRole('term');
  const values = screen.getAllByRole('definition');
  return names.map(({ textContent }, index) => [textContent, values[index]?.textContent ?? '']);
}

test('SHELL-34 SHELL-35 the manufacturer is shown with marks, address, phone and web address', async () => {
  expect(await factsOf({})).toEqual([
    ['Product', 'Curvewell'],
    ['Version', '1.4.0'],
    ['Build', '3ac7b241171f'],
    ['Release date', '12-11-2026'],
    ['Manufacturer', 'Example Diagnostics Ltd'],
    ['Marks', 'CE · IVD'],
    ['Address', '1 Example Street, Example Town'],
    ['Phone', '+44 1632 960000'],
    ['Web', 'https://example.org'],
  ]);
  expect(screen.getByRole('link', { name: 'https://example.org' }).getAttribute('rel')).toBe('noreferrer');
});

test('an address that is not a web address is no link, and missing facts are omitted', async () => {
  const facts = await factsOf({ website: 'javascript:alert(1)', regulatoryMarks: [], phone: '' });
  expect(facts.map(([name]) => name)).not.toContain('Marks');
  expect(facts.map(([name]) => name)).not.toContain('Phone');
  expect(screen.queryByRole('link')).toBeNull();
});
