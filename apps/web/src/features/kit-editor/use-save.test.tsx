import { ofEachChannel } from '@curvewell/domain';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { analyser, kit, version } from '../../../test/a-creation.tsx';
import { refusal, showPage } from '../../../test/a-page.tsx';
import { idOf } from '../../../test/a-run.ts';
import { useSave } from './use-save.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const nothing = { phases: [], rules: [] };

function Saving() {
  const { saveStatus } = useSave({
    place: { kitId: kit.id, versionId: version.id, reactionBufferId: idOf('b3'), analyserId: analyser.id },
    base: { kitVersion: version, channels: ofEachChannel(() => nothing) },
  });
  return (
    <button type="button" onClick={() => void saveStatus('VALIDATED', '')}>
      Save
    </button>
  );
}

test("KIT-31 ERR-35 a failed save is titled “not updated” and shows the server's message", async () => {
  showPage(<Saving />, { answers: { [`PUT /api/kit/${version.id}`]: refusal('Out of order.') } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const title = await screen.findByText('Kit not updated');
  expect(title.closest('[role=alert]')?.textContent).toContain('Out of order.');
});
