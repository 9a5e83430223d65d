import type { Run } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { aRun, idOf } from '../../../test/a-run.ts';
import { channelLabelOf } from './assay-choices.ts';

/** A run with a kit that names what it finds in FAM. */
function labelled(label: string): Run {
  const kit = {
    ...{ kitVersion: { id: idOf('1'), version: 'v1', kit: { id: idOf('2'), name: 'K' } } },
    ...{ reactionBuffer: null, lots: [], channelAssignments: [{ channel: 'FAM' as const, label }] },
  };
  return { ...aRun, kits: [kit] as unknown as Run['kits'] };
}

test('STEP2-21 a channel has the target of its kit as its label, or none where the kit names none', () => {
  const place = { kitVersionId: idOf('1'), channel: 'FAM' } as const;
  expect(channelLabelOf(labelled('LCT −13910'), place)).toBe('LCT −13910');
  expect(channelLabelOf(labelled(''), place)).toBeNull();
  expect(channelLabelOf(labelled('LCT −13910'), { ...place, channel: 'HEX' })).toBeNull();
});
