// @vitest-environment jsdom
import { TextDecoderStream } from 'node:stream/web';

import { act, renderHook } from '@testing-library/react';
import type { WhatIfRequest } from '@curvewell/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeNetwork, signInFor } from '../../test/fake-network.ts';
import { startWhatIf, stopWhatIf, useWhatIf } from './what-if.ts';

const ID = '00000000-0000-4000-8000-000000000000';
const TRIAL: WhatIfRequest = {
  kitId: ID,
  reactionBufferId: ID,
  analyserId: ID,
  channels: [],
  last: 1,
} as never; // never sent

const tooMany = () =>
  Response.json(
    { code: 'too-many-requests', message: 'Too many requests.', issues: [], requestId: 'r' },
    { status: 429, headers: { 'retry-after': '3' } },
  );

beforeEach(() => {
  signInFor(3_600);
  // jsdom has no TextDecoderStream.
  vi.stubGlobal('TextDecoderStream', TextDecoderStream);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('TRUST-575 an evaluation waits while the server is busy and starts when it has room', async () => {
  let asked = 0;
  fakeNetwork(() => {
    asked += 1;
    return asked <= 2 ? tooMany() : new Response('data: {"kind":"done"}\n\n');
  });
  const { result } = renderHook(useWhatIf);
  act(() => {
    startWhatIf(TRIAL);
  });
  await act(() => vi.advanceTimersByTimeAsync(2_900));
  expect(result.current?.state).toBe('waiting');
  expect(asked).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(asked).toBe(3);
  expect(result.current?.state).toBe('done');
});

test('TRUST-575 an evaluation stopped while waiting does not start', async () => {
  let asked = 0;
  fakeNetwork(() => {
    asked += 1;
    return tooMany();
  });
  const { result } = renderHook(useWhatIf);
  act(() => {
    startWhatIf(TRIAL);
  });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  act(() => {
    stopWhatIf();
  });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(asked).toBe(1);
  expect(result.current?.state).toBe('stopped');
});
