// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';

import { readDraft, tidyDrafts, writeDraft } from './draft-storage.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const place = (userId: string, runId: string) => ({ what: 'wells', userId, runId });

beforeEach(() => {
  localStorage.clear();
});

test('removes drafts of other users and those older than a week, and keeps other data', () => {
  writeDraft(place('tech', 'run-1'), { at: '2026-11-20T09:00:00Z' });
  writeDraft(place('tech', 'run-2'), { at: '2026-11-12T09:00:00Z' });
  writeDraft(place('tech', 'run-3'), { no: 'date' });
  writeDraft(place('tech.south', 'run-1'), { at: '2026-11-20T09:00:00Z' });
  localStorage.setItem('theme', 'dark');

  tidyDrafts('tech', NOW);

  expect(Object.keys(localStorage).toSorted()).toEqual(['curvewell.draft.wells.tech.run-1', 'theme']);
  expect(readDraft(place('tech', 'run-1'))).toEqual({ at: '2026-11-20T09:00:00Z' });
});
