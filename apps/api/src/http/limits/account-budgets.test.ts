import { expect, it } from 'vitest';

import { AppError } from '../../errors.ts';
import { AccountBudgets, createAccountQueue } from './account-budgets.ts';

/** Sends requests of a given cost whenever one is admitted. @returns processor time used, ms */
function usedIn(durationMs: number, costMs: number): { used: number; refused: number; other: number[] } {
  let now = 1_000_000;
  const end = now + durationMs;
  const budgets = new AccountBudgets(() => now);
  const other: number[] = [];
  let used = 0;
  let refused = 0;
  while (now < end) {
    const { waitMs, retryAfterMs } = budgets.admit('dear', costMs);
    if (waitMs === null) {
      refused += 1;
      now += retryAfterMs;
    } else used += costMs;
    const { waitMs: others } = budgets.admit('other', 1);
    other.push(others ?? Infinity);
    now += 10;
  }
  return { used, refused, other };
}

it('TRUST-492 an account gets a quarter of a core, whatever a request costs, and others do not wait for it', () => {
  for (const cost of [5, 100, 2_000]) {
    const { used, refused, other } = usedIn(600_000, cost);
    expect(used).toBeGreaterThan(0.25 * 600_000);
    // The share, plus once the burst and the allowance of the waiting time.
    expect(used).toBeLessThanOrEqual(0.25 * 600_000 + 60_000 + 1_000 + cost);
    expect(refused).toBeGreaterThan(0);
    expect(Math.max(...other)).toBe(0);
  }
});

it('TRUST-492 a request waits up to four seconds for earlier use of its account, and a refused one is free', () => {
  let now = 0;
  const budgets = new AccountBudgets(() => now);
  now = 1_000_000;
  expect(budgets.admit('a', 60_000).waitMs).toBe(0);
  expect(budgets.admit('a', 500).waitMs).toBe(0);
  expect(budgets.admit('a', 600).waitMs).toBe(2_000);
  expect(budgets.admit('a', 1)).toEqual({ waitMs: null, retryAfterMs: 400 });
  expect(budgets.admit('a', 1)).toEqual({ waitMs: null, retryAfterMs: 400 });
  now += 400;
  expect(budgets.admit('a', 1).waitMs).toBe(4_000);
  budgets.charge('b', 61_000);
  expect(budgets.admit('b', 1).waitMs).toBe(4_000);
  budgets.charge('b', -1_001);
  expect(budgets.admit('b', 1).waitMs).toBe(0);
});

it('TRUST-492 an account has its whole burst right after the process has started', () => {
  const budgets = new AccountBudgets(() => 5);
  expect(budgets.admit('a', 60_000).waitMs).toBe(0);
  budgets.charge('b', 60_000);
  expect([budgets.admit('a', 500).waitMs, budgets.admit('b', 500).waitMs]).toEqual([0, 0]);
  expect(budgets.admit('a', 1).waitMs).toBe(2_000);
});

it('TRUST-493 eight requests of an account run concurrently, a hundred wait, and other accounts are not affected', async () => {
  const queue = createAccountQueue(() => new AppError('too-many-requests', 'Later.'));
  const enter = (userId: string) => queue.enter({ userId });
  const ended: (() => void)[] = [];
  for (let count = 0; count < 8; count++) ended.push(await enter('a'));
  const begun: number[] = [];
  const waiting = Array.from({ length: 100 }, async (_, index) => {
    const end = await enter('a');
    begun.push(index);
    return end;
  });
  await expect(enter('a')).rejects.toThrow('Later.');
  expect(await enter('b')).toBeTypeOf('function');
  expect(begun).toEqual([]);
  ended[0]?.();
  (await waiting[0])?.();
  await waiting[1];
  expect(begun).toEqual([0, 1]);
});
