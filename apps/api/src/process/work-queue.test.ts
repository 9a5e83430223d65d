import { expect, it } from 'vitest';

import { createWorkQueue, type WorkQueue } from './work-queue.ts';

/** A piece of work that lasts until it is ended. */
function piece(queue: WorkQueue, userId: string, signal?: AbortSignal) {
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
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('ERR-112 one that runs and one that waits is all that a person has, and others have their turn before', async () => {
  const queue = createWorkQueue({ what: 'uploads', atOnce: 2, waiting: 10 });
  const [first, second] = [piece(queue, 'a'), piece(queue, 'a')];
  await expect(piece(queue, 'a').done).rejects.toMatchObject({ code: 'too-many-requests' });
  const other = piece(queue, 'b');
  await settled();
  expect([first, second, other].map(({ isRunning }) => isRunning())).toEqual([true, false, true]);
  await first.end();
  await settled();
  expect(second.isRunning()).toBe(true);
  await Promise.all([second.end(), other.end()]);
});

it('ERR-112 what waits is bounded, and one who leaves gives the place to another', async () => {
  const queue = createWorkQueue({ what: 'uploads', atOnce: 1, waiting: 1 });
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

it('a turn that fails is given on', async () => {
  const queue = createWorkQueue({ what: 'uploads', atOnce: 1, waiting: 1 });
  await expect(queue.take({ userId: 'a' }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await piece(queue, 'a').end()).toBe('a');
});
