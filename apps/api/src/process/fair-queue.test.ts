import { setImmediate as nextRound } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { createFairQueue, createUserQueue, type Claim, type FairQueue } from './fair-queue.ts';

/** Long enough that no wait times out. */
const PATIENT = { sameWaitMs: 60_000, waitMs: 60_000 };

/** Takes a turn and holds it until released; records its start in `started`. */
function take(queue: FairQueue, { name, ...claim }: Claim & { readonly name: string }, started: string[]) {
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
  const taken = queue.take(claim, () => {
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

describe('a fair queue', () => {
  it('OPS-101 the given number runs concurrently, the others in order of arrival', async () => {
    const queue = createFairQueue({ atOnce: 2, ...PATIENT });
    const started: string[] = [];
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => take(queue, { name }, started));
    await nextRound();
    expect(started).toEqual(['a', 'b']);
    await b?.end();
    expect(started).toEqual(['a', 'b', 'c']);
    await a?.end();
    await c?.end();
    await d?.end();
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('OPS-101 changes of the same object wait for one another and use no turns of others', async () => {
    const queue = createFairQueue({ atOnce: 3, ...PATIENT });
    const started: string[] = [];
    const [first, second] = ['first', 'second'].map((name) => take(queue, { name, on: 'run' }, started));
    const other = take(queue, { name: 'other', on: 'another run' }, started);
    await nextRound();
    expect(started).toEqual(['first', 'other']);
    await first?.end();
    expect(started).toEqual(['first', 'other', 'second']);
    await Promise.all([second?.end(), other.end()]);
  });

  it('OPS-102 no user and no laboratory gets all turns', async () => {
    const queue = createFairQueue({ atOnce: 4, ...PATIENT });
    const started: string[] = [];
    const busy = Array.from({ length: 5 }, () =>
      take(queue, { name: 'anna', userId: 'anna', laboratoryId: 'north' }, started),
    );
    await nextRound();
    expect(started).toEqual(['anna', 'anna']);
    const colleagues = ['ben', 'cleo'].map((name) =>
      take(queue, { name, userId: name, laboratoryId: 'north' }, started),
    );
    await nextRound();
    expect(started).toEqual(['anna', 'anna', 'ben']);
    const guest = take(queue, { name: 'dora', userId: 'dora', laboratoryId: 'south' }, started);
    await nextRound();
    expect(started).toEqual(['anna', 'anna', 'ben', 'dora']);
    // The user with the fewest turns is next, although others have waited longer.
    await busy[0]?.end();
    expect(started.at(-1)).toBe('cleo');
    for (const one of [...busy.slice(1), ...colleagues, guest]) await one.end();
    expect(started).toHaveLength(8);
  });

  it('OPS-103 waiting times out: busy if another changes the same object, else too many requests', async () => {
    const queue = createFairQueue({ atOnce: 2, sameWaitMs: 10, waitMs: 60 });
    const started: string[] = [];
    const holder = take(queue, { name: 'holder', on: 'run' }, started);
    await expect(take(queue, { name: 'same', on: 'run' }, started).taken).rejects.toMatchObject({
      code: 'busy',
    });
    const second = take(queue, { name: 'second' }, started);
    await expect(take(queue, { name: 'third' }, started).taken).rejects.toMatchObject({
      code: 'too-many-requests',
    });
    await Promise.all([holder.end(), second.end()]);
    const last = take(queue, { name: 'last', on: 'run' }, started);
    await last.end();
    expect(started).toEqual(['holder', 'second', 'last']);
  });

  it('OPS-103 a failed change releases its turn', async () => {
    const queue = createFairQueue({ atOnce: 1, ...PATIENT });
    await expect(queue.take({}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.take({}, () => Promise.resolve('done'))).toBe('done');
  });
});

/** Work that lasts until it is ended. */
function piece(queue: FairQueue, userId: string, signal?: AbortSignal) {
  const work = Promise.withResolvers<string>();
  let isRunning = false;
  const done = queue.take(
    { userId },
    () => {
      isRunning = true;
      return work.promise;
    },
    signal,
  );
  done.catch(() => undefined);
  return {
    done,
    isRunning: () => isRunning,
    end: () => {
      work.resolve(userId);
      return done;
    },
  };
}

it('ERR-112 a user has at most one running and one waiting piece of work, and others go first', async () => {
  const queue = createUserQueue({ what: 'uploads', atOnce: 2, waiting: 10 });
  const [first, second] = [piece(queue, 'a'), piece(queue, 'a')];
  await expect(piece(queue, 'a').done).rejects.toMatchObject({ code: 'too-many-requests' });
  const other = piece(queue, 'b');
  await nextRound();
  expect([first, second, other].map(({ isRunning }) => isRunning())).toEqual([true, false, true]);
  await first.end();
  await nextRound();
  expect(second.isRunning()).toBe(true);
  await Promise.all([second.end(), other.end()]);
});

it('ERR-112 the number of waiting ones is limited, and a cancelled one frees its place', async () => {
  const queue = createUserQueue({ what: 'uploads', atOnce: 1, waiting: 1 });
  const leaving = new AbortController();
  const first = piece(queue, 'a');
  const second = piece(queue, 'b', leaving.signal);
  await expect(piece(queue, 'c').done).rejects.toMatchObject({ code: 'too-many-requests' });
  leaving.abort();
  await expect(second.done).rejects.toMatchObject({ name: 'AbortError' });
  const third = piece(queue, 'c');
  await first.end();
  expect(await third.end()).toBe('c');
});

it('ERR-112 a failed turn is passed on', async () => {
  const queue = createUserQueue({ what: 'uploads', atOnce: 1, waiting: 1 });
  await expect(queue.take({ userId: 'a' }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await piece(queue, 'a').end()).toBe('a');
});

it('ERR-112 never exceeds the limit, however often a turn is ended', async () => {
  const queue = createFairQueue({ atOnce: 2, waiting: 1 });
  const end = await queue.enter({});
  end();
  end();
  const started: string[] = [];
  const all = ['a', 'b', 'c'].map((name) => take(queue, { name }, started));
  await nextRound();
  expect(started).toEqual(['a', 'b']);
  for (const one of all) await one.end();
});

it('OPS-221 work of a user with work in another process waits in its turn, and releases both when it fails', async () => {
  const locked: (string | undefined)[] = [];
  const lock = (userId: string | undefined) => {
    locked.push(userId);
    return Promise.resolve(() => {
      locked.pop();
      return Promise.resolve();
    });
  };
  const queue = createUserQueue({ what: 'uploads', atOnce: 1, waiting: 1, lock });
  const first = piece(queue, 'a');
  await nextRound();
  expect(locked).toEqual(['a']);
  await first.end();
  await expect(queue.take({ userId: 'a' }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(locked).toEqual([]);
  const away = createUserQueue({
    what: 'uploads',
    atOnce: 1,
    waiting: 1,
    lock: () => Promise.reject(new Error('away')),
  });
  for (const _ of [1, 2])
    await expect(away.take({ userId: 'a' }, () => Promise.resolve())).rejects.toThrow('away');
});
