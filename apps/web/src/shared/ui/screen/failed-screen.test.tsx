import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';

import { ApiProblem } from '../../api/api-problem.ts';
import { FailedScreen } from './failed-screen.tsx';

const open = (address: unknown) =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <FailedScreen
          error={
            new ApiProblem({
              code: 'elsewhere',
              status: 421,
              message: 'This laboratory has moved to https://b.example. Sign in there.',
              details: { address },
            })
          }
          onRetry={() => undefined}
        />
      </MemoryRouter>
    </MantineProvider>,
  );

test('OPS-542 a user of a laboratory that has moved reads where to, and gets a link', () => {
  open('https://b.example');
  expect(screen.getByRole('alert').textContent).toContain('moved to https://b.example');
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Go to the new address' });
  expect(link.href).toBe('https://b.example/');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('OPS-542 an address that is no web address is no link', () => {
  open('javascript:alert(1)');
  expect(screen.queryByRole('link', { name: 'Go to the new address' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
