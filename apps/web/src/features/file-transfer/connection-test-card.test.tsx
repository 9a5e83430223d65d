import type { ConnectionTest, TestedStep } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { ConnectionTestCard } from './connection-test-card.tsx';
import { NEW_CONNECTION } from './connection-values.ts';

const step = (name: TestedStep['step'], outcome: TestedStep['outcome']): TestedStep => ({
  step: name,
  outcome,
  message: outcome === 'done' ? '192.0.2.7' : '',
  serverMessage: null,
  advice: null,
  ms: null,
});
const soFar: ConnectionTest = {
  at: '2026-11-23T08:00:00Z',
  ms: 3,
  works: false,
  hostKeyFingerprint: null,
  hostKeyState: null,
  steps: [step('resolve', 'done'), step('connect', 'to-come'), step('sign-in', 'to-come')],
};
const nothing = () => undefined;
const card = (isRunning: boolean) => (
  <MantineProvider env="test">
    <ConnectionTestCard
      isRunning={isRunning}
      result={soFar}
      saved={NEW_CONNECTION}
      isOutdated={false}
      isHeld={false}
      onTest={nothing}
      onForget={nothing}
    />
  </MantineProvider>
);

test('FTP-30 a running test shows completed steps, the current one, and those to come', () => {
  const marks = () =>
    screen.getAllByRole('listitem').map((item) => within(item).getByRole('img').getAttribute('aria-label'));
  const { rerender } = render(card(true));
  expect(marks()).toEqual(['done', 'in progress', 'pending']);
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('192.0.2.7');
  expect(screen.queryByText('Connection test failed')).toBeNull();
  // The connection was lost before the end of the test.
  rerender(card(false));
  expect(marks()).toEqual(['done', 'pending', 'pending']);
});

test('FTP-40 starting a test keeps the focus; each step and then the result is announced once', () => {
  const { rerender } = render(card(false));
  const button = screen.getByRole('button', { name: 'Test connection' });
  button.focus();
  rerender(card(true));
  expect(screen.getByRole('button', { name: 'Testing …' })).toBe(button);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  const [end, steps] = screen.getAllByRole('status');
  expect(end?.textContent).toBe('');
  expect(steps?.getAttribute('aria-atomic')).toBe('false');
  for (const item of screen.getAllByRole('listitem')) expect(item.getAttribute('aria-atomic')).toBe('true');
  rerender(card(false));
  expect(end?.textContent).toBe('Connection test failed');
});
