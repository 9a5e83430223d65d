import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { ReleaseNotes } from './release-notes.tsx';

test('TRUST-96 release notes are sanitised on the page, whatever the server sends', () => {
  const note = [
    '<h2>New</h2><p style="position:fixed" onclick="ran=1">text</p><img src=x onerror="ran=1">',
    '<script>ran=1</script><iframe srcdoc="x"></iframe><form action="https://elsewhere.example"></form>',
    '<a href="javascript:ran=1">trap</a><a href="https://example.org" target="x">way</a>',
  ].join('');
  render(
    <MantineProvider env="test">
      <ReleaseNotes release={{ version: '1.0.0', date: '2026-11-20', algoVersion: '1.0.0', note }} />
    </MantineProvider>,
  );
  expect(screen.getByText('New').parentElement?.innerHTML).toBe(
    '<h2>New</h2><p>text</p><a>trap</a><a href="https://example.org">way</a>',
  );
});
