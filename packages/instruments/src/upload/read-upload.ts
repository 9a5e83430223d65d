import { Budget, Count } from '../budget.ts';
import { readParts } from '../detect/detect.ts';
import type { Part } from '../part.ts';
import { ReadError } from '../read-error.ts';
import type { SourceFile } from '../source-file.ts';

/**
 * The content of each file of an upload, whichever analyser wrote it.
 *
 * @param onProblem - receives unreadable files; without it the first one ends the reading
 * @throws ReadError
 */
export async function readUpload(
  files: readonly SourceFile[],
  onProblem?: (error: ReadError, file: SourceFile) => void,
): Promise<Part[]> {
  const budget = new Budget();
  const parts: Part[] = [];
  for (const [source, file] of files.entries()) {
    try {
      const read = await readParts(file, budget);
      // Counted, because the curves of one run are compared with those of the others.
      const curves = new Count('curves', { file: file.name });
      for (const { series } of read) curves.add(series.length);
      parts.push(...read.map((part) => ({ ...part, source })));
    } catch (error) {
      if (onProblem === undefined || !(error instanceof ReadError)) throw error;
      onProblem(error, file);
    }
  }
  return parts;
}
