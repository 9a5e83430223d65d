import { setImmediate as nextRound } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { createTurns, type Claim, type Turns } from './turns.ts';

/** Long enough that nobody gives up. */
const PATIENT = { sameWaitMs: 60_000, waitMs: 60_000 };

/** Takes a turn and keeps it until it is told to end; notes in `started` that it has begun. */
function take(turns: Turns, { name, ...claim }: Claim & { readonly name: string }, started: string[]) {
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
  const taken = turns.take(claim, () => {
    started.push(name);
    return ended;
  });
  return {
    taken,
    end: async () => {
      end(undefined);
      await taken;
      await nextRound();
    },
  };
}

describe('turns of those who change something', () => {
  it('OPS-101 as many as there are turns work at once, the others in the order in which they came', async () => {
    const turns = createTurns({ count: 2, ...PATIENT });
    const started: string[] = [];
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => take(turns, { name }, started));
    await nextRound();
    expect(started).toEqual(['a', 'b']);
    await b?.end();
    expect(started).toEqual(['a', 'b', 'c']);
    await a?.end();
    await c?.end();
    await d?.end();
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('OPS-101 changes of the same wait for one another and take no turn from others', async () => {
    const turns = createTurns({ count: 3, ...PATIENT });
    const started: string[] = [];
    const [first, second] = ['first', 'second'].map((name) => take(turns, { name, on: 'run' }, started));
    const other = take(turns, { name: 'other', on: 'another run' }, started);
    await nextRound();
    expect(started).toEqual(['first', 'other']);
    await first?.end();
    expect(started).toEqual(['first', 'other', 'second']);
    await Promise.all([second?.end(), other.end()]);
  });

  it('OPS-102 nobody takes all turns: not a person, not a laboratory', async () => {
    const turns = createTurns({ count: 4, ...PATIENT });
    const started: string[] = [];
    const busy = Array.from({ length: 5 }, () =>
      take(turns, { name: 'anna', userId: 'anna', laboratoryId: 'north' }, started),
    );
    await nextRound();
    expect(started).toEqual(['anna', 'anna']);
    const colleagues = ['ben', 'cleo'].map((name) =>
      take(turns, { name, userId: name, laboratoryId: 'north' }, started),
    );
    await nextRound();
    expect(started).toEqual(['anna', 'anna', 'ben']);
    const guest = take(turns, { name: 'dora', userId: 'dora', laboratoryId: 'south' }, started);
    await nextRound();
    expect(started).toEqual(['anna', 'anna', 'ben', 'dora']);
    // Who has least comes next, though others have waited longer.
    await busy[0]?.end();
    expect(started.at(-1)).toBe('cleo');
    for (const one of [...busy.slice(1), ...colleagues, guest]) await one.end();
    expect(started).toHaveLength(8);
  });

  it('OPS-103 waiting ends: busy where somebody changes the same, else too many requests', async () => {
    const turns = createTurns({ count: 2, sameWaitMs: 10, waitMs: 60 });
    const started: string[] = [];
    const holder = take(turns, { name: 'holder', on: 'run' }, started);
    await expect(take(turns, { name: 'same', on: 'run' }, started).taken).rejects.toMatchObject({
      code: 'busy',
    });
    const second = take(turns, { name: 'second' }, started);
    await expect(take(turns, { name: 'third' }, started).taken).rejects.toMatchObject({
      code: 'too-many-requests',
    });
    await Promise.all([holder.end(), second.end()]);
    const last = take(turns, { name: 'last', on: 'run' }, started);
    await last.end();
    expect(started).toEqual(['holder', 'second', 'last']);
  });

  it('OPS-103 a change that fails gives its turn back', async () => {
    const turns = createTurns({ count: 1, ...PATIENT });
    await expect(turns.take({}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.take({}, () => Promise.resolve('done'))).toBe('done');
  });
});
