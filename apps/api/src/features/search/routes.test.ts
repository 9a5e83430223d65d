import { searchCalls, type Found } from '@curvewell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { importedRun, interpretedRun, SMALL_PLATE } from '../../../test/run-factory.ts';

let test: TestApp;
/** Samples S-1 to S-3 and a control; the second is archived. */
const runs = { interpreted: '', archived: '', elsewhere: '' };
beforeAll(async () => {
  test = await createTestApp();
  runs.interpreted = (await interpretedRun(test, { seed: 1 })).id;
  runs.archived = (await interpretedRun(test, { seed: 2 })).id;
  runs.elsewhere = (await interpretedRun(test, { seed: 3, login: 'tech.south' })).id;
  await test.db.run.update({ where: { id: runs.archived }, data: { archivedAt: new Date() } });
});
afterAll(() => test.close());

const ask = async (login: string, text: string) =>
  test.call(login, 'GET', `/search?search=${encodeURIComponent(text)}`);
async function search(login: string, text: string): Promise<Found> {
  const answer = await ask(login, text);
  expect(answer.statusCode, answer.body).toBe(200);
  return searchCalls.search.answer.parse(answer.json());
}
const idsOf = ({ found }: { readonly found: readonly { readonly id: string }[] }) =>
  found.map(({ id }) => id);
const EMPTY = { found: [], more: false };

describe('LIST-103 one search finds live and archived runs, samples, kits, lots and people', () => {
  it('LIST-103 live runs before archived ones, and a run of that number before both', async () => {
    const { runs: byKit } = await search('tech', 'lct-139');
    expect(idsOf(byKit)).toEqual([runs.interpreted, runs.archived]);
    expect(byKit.found.map(({ isArchived, isInterpreted }) => ({ isArchived, isInterpreted }))).toEqual([
      { isArchived: false, isInterpreted: true },
      { isArchived: true, isInterpreted: true },
    ]);
    const { businessId } = await test.db.run.findUniqueOrThrow({ where: { id: runs.archived } });
    const byNumber = await search('tech', String(businessId));
    expect(idsOf(byNumber.runs)).toEqual([runs.archived]);
    expect(byNumber.samples).toEqual(EMPTY);
  });

  it('LIST-104 a sample by the beginning of its name, with its newest runs and its well in each', async () => {
    const { samples } = await search('tech', 's-1');
    expect(samples).toEqual({
      found: [
        {
          name: 'S-1',
          runs: {
            found: [
              expect.objectContaining({ id: runs.archived, isArchived: true, position: 'A1' }),
              expect.objectContaining({ id: runs.interpreted, isArchived: false, position: 'A1' }),
            ],
            more: false,
          },
        },
      ],
      more: false,
    });
    expect((await search('tech', '-12')).samples).toEqual(EMPTY);
  });

  it('LIST-104 no control is found as a sample, and a letter means itself', async () => {
    expect((await search('tech', 'NTC')).samples).toEqual(EMPTY);
    expect((await search('tech', 'S_1')).samples).toEqual(EMPTY);
    expect((await search('tech', '100%')).runs).toEqual(EMPTY);
  });

  it('LIST-103 kits, lots and people, with links to their pages', async () => {
    const found = await search('super', '26B0417');
    expect(found.lots.found[0]).toMatchObject({ name: '26B0417', isOwn: false, kit: { name: 'LCT-13910' } });
    expect((await search('super', 'LCT-13')).kits.found).toContainEqual(
      expect.objectContaining({ name: 'LCT-13910', active: true, isOwn: false }),
    );
    const { people } = await search('physician', 'holm');
    expect(people.found).toEqual([expect.objectContaining({ login: 'tech', lastname: 'Holm' })]);
  });
});

it('LIST-105 three of each kind are listed, and whether there are more', async () => {
  const names = ['Q-77-a', 'Q-77-b', 'Q-77-c', 'Q-77-d'];
  const wells = SMALL_PLATE.map((well, index) => ({ ...well, name: names[index] ?? '' }));
  const made = [];
  for (const seed of [11, 12, 13, 14]) made.push((await importedRun(test, { seed, wells })).id);
  const { samples } = await search('tech', 'q-77');
  expect(samples.more).toBe(true);
  expect(samples.found.map(({ name }) => name)).toEqual(names.slice(0, 3));
  for (const sample of samples.found) {
    expect(idsOf(sample.runs)).toEqual(made.slice(1).toReversed());
    expect(sample.runs.more).toBe(true);
  }
  const { runs: found } = await search('tech', 'bio-rad');
  expect(idsOf(found)).toEqual(made.slice(1).toReversed());
  expect(found.more).toBe(true);
  expect((await search('tech', 'q-77-d')).samples.more).toBe(false);
});

describe('LIST-106 a search finds only what the caller may open', () => {
  it('LIST-106 no run, sample or user of another laboratory, not even for those who may read all', async () => {
    for (const login of ['tech', 'super']) {
      const { runs: found, samples } = await search(login, 's-3');
      expect(idsOf(found)).not.toContain(runs.elsewhere);
      expect(samples.found.flatMap((sample) => idsOf(sample.runs))).toEqual([
        runs.archived,
        runs.interpreted,
      ]);
      expect((await search(login, 'tech.south')).people).toEqual(EMPTY);
    }
    expect(idsOf((await search('tech.south', 'lct-139')).runs)).toEqual([runs.elsewhere]);
    const { businessId } = await test.db.run.findUniqueOrThrow({ where: { id: runs.elsewhere } });
    expect(idsOf((await search('tech', String(businessId))).runs)).not.toContain(runs.elsewhere);
  });

  it('LIST-106 kits, lots and people only with the permission for their pages', async () => {
    for (const text of ['LCT-13', '26B0417', 'holm'])
      expect(await search('tech', text)).toMatchObject({ kits: EMPTY, lots: EMPTY, people: EMPTY });
    expect(await search('physician', 'LCT-13')).toMatchObject({ kits: EMPTY, lots: EMPTY });
    const { kits, lots } = await search('sales', 'LCT-13');
    expect([kits.found.length > 0, lots.found.length > 0]).toEqual([false, true]);
  });

  it.each(['', 'ab', ' a ', 'é1', '---', 'a--', '😀😀'])(
    'LIST-107 “%s” is refused: too little to find',
    async (text) => {
      const answer = await ask('tech', text);
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain('at least 3 characters with letters or digits, or the number of a run');
    },
  );

  it('LIST-107 a number beyond those of runs finds none', async () => {
    expect((await search('tech', '99999999999')).runs).toEqual(EMPTY);
  });
});

it('LIST-108 the text of a search is in the view log', async () => {
  await search('tech', 'S-2, nowhere');
  // Written after the response.
  await expect
    .poll(() => test.db.readLog.findMany({ where: { subject: 'S-2, nowhere' } }))
    .toMatchObject([{ what: 'search', userName: 'Tara Holm' }]);
});
