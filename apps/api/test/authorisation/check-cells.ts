import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

import { type Verdict, verdictOf } from './requests.ts';

/** Checks many cells, a few concurrently. @returns the ones with unexpected results */
export async function wrongOf<Cell>(
  cells: readonly Cell[],
  check: (cell: Cell) => Promise<string | null>,
  atOnce = 8,
): Promise<string[]> {
  const wrong: string[] = [];
  let next = 0;
  const work = async () => {
    for (let cell = cells[next++]; cell !== undefined; cell = cells[next++]) {
      const found = await check(cell);
      if (found !== null) wrong.push(found);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return wrong;
}

/** Lists all of them; an assertion's own message would be truncated. */
export function expectNone(wrong: readonly string[]): void {
  if (wrong.length > 0) expect.fail(`${wrong.length} are wrong:\n${wrong.join('\n')}`);
}

export interface Answer {
  readonly verdict: Verdict;
  readonly body: string;
}

export async function responseTo(app: FastifyInstance, request: InjectOptions): Promise<Answer> {
  // A stream is answered when it starts.
  const answer: LightMyRequestResponse = await app.inject({ ...request, payloadAsStream: true });
  const { statusCode } = answer;
  if (statusCode < 400) {
    answer.stream().destroy();
    return { verdict: verdictOf(statusCode, undefined), body: '' };
  }
  const body = await new Response(ReadableStream.from(answer.stream())).text();
  const { requestId: _, ...problem } = JSON.parse(body) as { requestId: string; code: string };
  return { verdict: verdictOf(statusCode, problem.code), body: JSON.stringify(problem) };
}
