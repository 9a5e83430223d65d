import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { act } from 'react';
import { expect, test } from 'vitest';

import { confirm, ConfirmOutlet } from './confirm.tsx';

async function ask(question: Parameters<typeof confirm>[0]) {
  render(
    <MantineProvider env="test">
      <ConfirmOutlet />
    </MantineProvider>,
  );
  let answer = Promise.resolve(false);
  act(() => {
    answer = confirm(question);
  });
  // Its title is mounted after the dialog.
  await screen.findByRole('alertdialog', { name: question.title });
  return { answer };
}

test('SHELL-42 shows OK and Cancel, and OK confirms', async () => {
  const { answer } = await ask({ title: 'Approve run 1284?' });
  expect(screen.getByRole('alertdialog', { name: 'Approve run 1284?' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  await expect(answer).resolves.toBe(true);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('SHELL-43 disables both buttons while the action runs, and a failure closes it as cancelled', async () => {
  let fail: (reason: Error) => void = () => undefined;
  const { answer } = await ask({
    title: 'Archive?',
    action: () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  act(() => {
    fail(new Error('no'));
  });
  await expect(answer).resolves.toBe(false);
});

test('SHELL-44 a click on the backdrop cancels', async () => {
  const { answer } = await ask({ title: 'Archive?' });
  const backdrop = document.querySelector('.mantine-Modal-overlay, [data-fixed]');
  if (backdrop) await userEvent.click(backdrop);
  await expect(answer).resolves.toBe(false);
});

test('SHELL-45 Escape cancels', async () => {
  const { answer } = await ask({ title: 'Archive?' });
  await userEvent.keyboard('{Escape}');
  await expect(answer).resolves.toBe(false);
});

test('SHELL-46 a deletion offers Yes and No, with the focus on No', async () => {
  const { answer } = await ask({
    title: 'Delete run 1283?',
    text: 'This cannot be undone.',
    answers: 'yes-no',
  });
  expect(screen.getByRole('alertdialog', { description: 'This cannot be undone.' })).toBeTruthy();
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'No' }));
  });
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
  await expect(answer).resolves.toBe(true);
});
