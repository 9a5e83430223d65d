/**
 * `pnpm bench:mismatch`: plates with deliberate mistakes and where the product reports them; every real file
 * with every kit. Ends with an error if such a plate reaches its approval and the check does not name the
 * mistake, or if a well is called against its readings. An argument selects the mistakes whose names contain
 * it, and prints all messages about each.
 */
import { createTestApp } from '../test/create-test-app.ts';
import { analysedWithKits, curvesOf, REAL_FILES } from '../test/mismatch/files-by-kits.ts';
import { importedWithKits } from '../test/mismatch/import-with-kits.ts';
import { MISTAKES, NO_MISTAKE } from '../test/mismatch/mistakes.ts';
import { runMistake } from '../test/mismatch/run-mistake.ts';
import { hasSharedFiles } from '../test/run-factory.ts';
import { createTestIssuer } from '../test/sign-in.ts';
import { prepareJobs } from '../src/jobs/jobs.ts';
import { startBenchDatabase } from './bench-database.ts';
import { print } from './table.ts';

/** Characters of a table cell. */
const TEXT = 120;

const database = await startBenchDatabase();
await prepareJobs(database.url);
const test = await createTestApp({
  beside: { databaseUrl: database.url, issuer: await createTestIssuer() },
});
const [, , word = ''] = process.argv;
const mistakes = MISTAKES.filter(({ name }) => name.includes(word));
try {
  const { messages: ofGood } = await runMistake(test, NO_MISTAKE, 1);
  print(`Messages about a correct plate: ${JSON.stringify(ofGood)}\n`);
  print('| mistake | first reported | rule | approval without an answer | message |');
  print('| --- | --- | --- | --- | --- |');
  let silent = ofGood.length;
  for (const [i, mistake] of mistakes.entries()) {
    const { messages, named, approval, isSilent } = await runMistake(test, mistake, i + 2);
    if (isSilent) silent += 1;
    const first = isSilent || named === null ? { at: '**nowhere**', text: '' } : named;
    const cells = [mistake.name, first.at, named?.demand ?? '', approval, first.text.slice(0, TEXT)];
    print(`| ${cells.join(' | ')} |`);
    if (word !== '') for (const { at, text } of messages) print(`    ${at}: ${text}`);
  }
  print(`\n${mistakes.length} mistakes, ${silent} not named in the check of a run that reached its approval`);
  const wrong = word === '' && hasSharedFiles ? await printFiles() : 0;
  if (silent + wrong > 0) process.exitCode = 1;
} finally {
  await test.close();
  await database.close();
}

/** @returns the number of wells called against their readings */
async function printFiles(): Promise<number> {
  print('\n| file | kit | | results | called | against the readings | by the analysis alone |');
  print('| --- | --- | --- | --: | --: | --: | --- |');
  let wrong = 0;
  for (const files of REAL_FILES) {
    const curves = (await curvesOf(files)) ?? [];
    const alone = analysedWithKits(files, curves);
    for (const one of await importedWithKits(test, files, curves)) {
      const same = alone.filter(({ kit }) => kit === one.kit);
      const figures = same.map(({ channel, wells, called }) => `${channel} ${called} of ${wells}`);
      wrong += one.wrong.length + same.flatMap((read) => read.wrong).length;
      const cells = [
        files.folder,
        one.kit,
        one.fit,
        one.wells,
        one.called,
        one.wrong.length,
        figures.join(', '),
      ];
      print(`| ${cells.join(' | ')} |`);
      for (const text of [...one.wrong, ...same.flatMap((read) => read.wrong)]) print(`    ${text}`);
    }
  }
  print(`\n${wrong} wells called against their readings`);
  return wrong;
}
