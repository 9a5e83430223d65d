import { connectionTestEventSchema, type ConnectionTestEvent } from '@curvewell/contracts';
import type { ConnectionTest } from '@curvewell/domain';

/** All events of a connection test. */
export const testEvents = ({ body }: { readonly body: string }): ConnectionTestEvent[] =>
  body
    .slice(0, body.lastIndexOf('\n'))
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => connectionTestEventSchema.parse(JSON.parse(line.slice('data: '.length))));

/** The final result. */
export function testedBy(answer: { readonly body: string }): ConnectionTest {
  const last = testEvents(answer).at(-1);
  if (last?.kind !== 'done') throw new Error(`the test ended with ${JSON.stringify(last)}`);
  return last.test;
}
