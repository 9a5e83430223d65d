import { expect, test } from 'vitest';

/**
 * Texts that are given letter by letter, wherever in the en-GB files they stand. That they are
 * shown at the right moment is the matter of the screens' own tests.
 */

const files = import.meta.glob<Record<string, unknown>>(['./en-GB/*.ts', '!./en-GB/index.ts'], {
  eager: true,
});

/** Every text; one with gaps has `{0}` in them. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return textsIn((value as (gap: string) => unknown)('{0}'));
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return [];
}

const texts = new Set(
  Object.values(files).flatMap((file) =>
    Object.values(file).flatMap((part) => {
      // What takes several values at once is none of the texts below.
      const entries = typeof part === 'object' && part !== null ? Object.values(part) : [part];
      return entries.flatMap((entry) => {
        try {
          return textsIn(entry);
        } catch {
          return [];
        }
      });
    }),
  ),
);

const expectTexts = (...wanted: readonly string[]) => {
  expect(wanted.filter((text) => !texts.has(text))).toEqual([]);
};

test('ERR-10 ERR-11 ERR-12 why a file was not imported', () => {
  expectTexts(
    'An error occurred during the file parsing : invalid file : {0}',
    'An error occurred during the file parsing : corrupted file or invalid format.',
    'An unexpected error occurred during the run file import.',
  );
});

test('ERR-14 an interpretation that could not start', () => {
  expectTexts('Cannot save run and start interpretation');
});

test('ERR-15 ERR-16 names that are taken or missing', () => {
  expectTexts('You cannot add a {0} with a same name as another one');
  expectTexts('no kit name', 'no kit version name', 'no rb name', 'no kit selected');
});

test('ERR-30 ERR-31 nothing to export, and no files to download', () => {
  expectTexts('No well to export.', "The server didn't find any files for this run.");
});

test('ERR-32 ERR-33 templates that were not saved or deleted', () => {
  expectTexts('Template creation error', 'Template not deleted');
});

test('KIT-31 ERR-35 ERR-37 titles name what of lots, diagnostics and kits failed', () => {
  expectTexts('Lot not saved', 'Lots not loaded', 'Diagnostics not saved');
  expectTexts('Kit not created', 'Kit not updated');
  expectTexts('The kit could not be added.', 'The kit version could not be added.');
  expectTexts('The reaction buffer could not be added.');
  expectTexts('Kit not exported', 'Lots not exported', 'Kit not imported', 'Lot not imported');
});
