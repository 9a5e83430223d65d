/** Reads damaged files, one after another, and says what came of each. */
import { formatNamed, fuzzCase, fuzzSubject } from './fuzz-case.ts';

const [, , name = '', first = '0', last = '0'] = process.argv;

const subject = await fuzzSubject(formatNamed(name));
for (let number = Number(first); number < Number(last); number++) {
  await send({ number, outcome: await fuzzCase(subject, number) });
}
process.disconnect();

/** One at a time: what is still waiting to be sent at the end would be lost. */
function send(result: object): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(result, undefined, undefined, () => {
      resolve();
    });
  });
}
