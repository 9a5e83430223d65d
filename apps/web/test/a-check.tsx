import { DOUBTS_DIGITS, doubtKindSchema, laboratoryRulesSchema, type RunCheck } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';

import { decisionQueries } from '../src/data/decisions.ts';
import { identityQueries } from '../src/data/identity.ts';
import { DecisionCheck } from '../src/features/decision/decision-check.tsx';
import { aRun } from './a-run.ts';
import { fakeNetwork } from './fake-network.ts';

export const aCheckedWell = (position: string) => ({
  wellId: aRun.id,
  position,
  channel: 'FAM' as const,
  name: 'NTC',
  found: null,
  sampleType: 'NEGATIVE_TEST' as const,
});

export const digests = Object.fromEntries(doubtKindSchema.options.map((kind) => [kind, kind]));

export const digestOf = (doubts: string, rules: string): string =>
  `${doubts.padEnd(DOUBTS_DIGITS, '0')}${rules}`;

/** Before approval: one failed control and one well without a call. */
export const aCheck: RunCheck = {
  decision: 'approve',
  doubts: {
    channels: ['FAM'],
    wells: { all: 2, samples: 1, controls: 1, standards: 0 },
    counts: [{ diagnostic: null, byChannel: { FAM: 2 } }],
    wellsByChannel: { FAM: 2 },
    failedControls: [{ ...aCheckedWell('A8'), cause: 'peak B 71, threshold 60', marks: null }],
    standards: [],
    unresolved: [{ ...aCheckedWell('A8'), reason: 'peak B 71, threshold 60' }],
    changedByHand: [],
    nearBorder: [],
    curves: [],
    facts: [],
    plate: [],
    notAnalysed: [],
  },
  demands: { ...laboratoryRulesSchema.parse({}).approve, failedControls: 'reason' },
  seenWellIds: [],
  digests,
  digest: digestOf('d', 'r'),
  lastChange: { byName: 'T. Holm', at: '2026-11-20T10:42:00.000Z' },
  mustSignIn: false,
  signed: null,
};

/** Shows a physician the check before approval, or the given response in its place. */
export function showCheck(shown: RunCheck | Response, run = aRun) {
  fakeNetwork(() => Promise.resolve(shown instanceof Response ? shown.clone() : Response.json(shown)));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(identityQueries.me.queryKey, {
    id: aRun.id,
    preferredUsername: 'physician',
    name: 'I. Lindqvist',
    laboratories: [],
    laboratoryState: 'active',
    timeZone: 'UTC',
    roles: [],
    permissions: ['WRITE_DIAGNOSTIC'],
  });
  if (!(shown instanceof Response))
    client.setQueryData(decisionQueries.check(aRun.id, 'approve').queryKey, shown);
  const shownPage = render(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <MemoryRouter>
          <DecisionCheck run={run} decision="approve" plate="/plate" onReject={() => undefined} />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
  return { ...shownPage, client };
}

export const section = (name: RegExp) => within(screen.getByRole('region', { name }));
