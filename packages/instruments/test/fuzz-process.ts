/** Reads damaged files one after another and reports the outcomes. */
import { formatNamed, fuzzCase, fuzzSubject } from './fuzz-case.ts';

const [, , name = '', first = '0', last = '0'] = process.argv;

const subject = await fuzzSubject(formatNamed(name));
for (let number = Number(first); number < Number(last); number++) {
  await send({ number, outcome: await fuzzCase(subject, number) });
}
process.disconnect();

/** Sends one at a time, because unsent messages are lost at the exit. */
function send(result: object): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(result, undefined, undefined, () => {
      resolve();
    });
  });
}
