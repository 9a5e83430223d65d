import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';

import { refusal, showPage, timeOf } from '../../test/a-page.tsx';
import { aChart, aRun } from '../../test/a-run.ts';
import { InterpretationScreen } from './interpretation-screen.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const RUN = `/api/run/${aRun.id}`;

test('REVIEW-36 ERR-19 CONST-12 a run that cannot be loaded is reported for 10 s, without curves and selection', async () => {
  const { router } = showPage(
    <Routes>
      <Route path="/run/:runId/interpretation" element={<InterpretationScreen />} />
    </Routes>,
    {
      at: `/run/${aRun.id}/interpretation?wells=A1`,
      answers: { [`GET ${RUN}`]: refusal('Out of order.'), [`GET ${RUN}/chart`]: aChart },
    },
  );
  await waitFor(() => {
    expect(timeOf('The run could not be loaded.')).toBe(10_000);
  });
  expect(router.state.location.search).toBe('');
  expect(screen.queryByRole('figure')).toBeNull();
  expect(screen.queryByRole('article')).toBeNull();
});
