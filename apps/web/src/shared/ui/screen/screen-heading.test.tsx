import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';

import { ScreenHeading } from './screen-heading.tsx';

afterEach(() => {
  document.querySelector('[aria-modal]')?.remove();
});

/** Two screens, of which the first is shown. */
function screens() {
  const router = createMemoryRouter([
    { path: '/', element: <ScreenHeading title="First" /> },
    { path: '/second', element: <ScreenHeading title="Second" /> },
  ]);
  render(<RouterProvider router={router} />);
  return router;
}

test('REVIEW-348 the heading of a new screen gets the focus', async () => {
  const router = screens();
  await act(() => router.navigate('/second'));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Second' }));
});

test('REVIEW-348 an open dialog keeps the focus when the address behind it changes', async () => {
  const router = screens();
  const dialog = document.createElement('div');
  dialog.setAttribute('aria-modal', 'true');
  const button = dialog.appendChild(document.createElement('button'));
  document.body.append(dialog);
  button.focus();
  await act(() => router.navigate('/second'));
  expect(screen.getByRole('heading', { name: 'Second' })).toBeTruthy();
  expect(document.activeElement).toBe(button);
});
