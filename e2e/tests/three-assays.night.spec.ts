import { approveRun, makeKit } from '../support/approve-assay.ts';
import { ASSAYS } from '../support/assays.ts';
import { countInput, type InputCount } from '../support/count-input.ts';
import { emptyLaboratory } from '../support/empty-laboratory.ts';
import { expectSent } from '../support/expect-sent.ts';
import { expect, test } from '../support/test.ts';

/** For each assay, from a laboratory without its kit to its approved run: docs/first-hour.md. */
const MOST: InputCount = { clicks: 60, keys: 150 };

test('KIT-303 EXPORT-167 in an empty laboratory three assays of three cyclers are approved, and their results are sent', async ({
  page,
  address,
}) => {
  test.setTimeout(300_000);
  const count: InputCount = { clicks: 0, keys: 0 };
  await countInput(page.context(), count);
  await emptyLaboratory(page, address, Date.now().toString(36).slice(-4));
  for (const [index, assay] of ASSAYS.entries()) {
    await test.step(assay.kit, async () => {
      Object.assign(count, { clicks: 0, keys: 0 });
      await makeKit(page, assay, index === 0);
      await approveRun(page, assay, index + 1);
      process.stdout.write(`${assay.kit}: ${count.clicks} clicks, ${count.keys} keystrokes\n`);
      expect(count.clicks).toBeLessThanOrEqual(MOST.clicks);
      expect(count.keys).toBeLessThanOrEqual(MOST.keys);
      await expectSent(page, assay);
    });
  }
});
