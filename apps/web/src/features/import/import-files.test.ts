import { describe, expect, it } from 'vitest';

import { ApiProblem } from '../../shared/api/api-problem.ts';
import { fileFault, importFailure, withDropped } from './import-files.ts';

const file = (name: string, size = 10) => new File([new Uint8Array(size)], name);
const problem = (status: number, message: string, details = {}) =>
  new ApiProblem({ code: 'unexpected', status, message, details });

describe('why an import failed', () => {
  it("IMPORT-11 ERR-10 an invalid file shows the server's reason", () => {
    expect(importFailure(problem(500, 'no sheet')).title).toBe(
      'An error occurred during the file parsing : invalid file : no sheet',
    );
  });

  it("IMPORT-12 ERR-11 a corrupted file shows the reader's message and the name of the file", () => {
    const failure = importFailure(
      problem(422, 'b.xlsx: the archive is damaged.', { place: { file: 'b.xlsx' } }),
    );
    expect(failure).toEqual({ title: 'b.xlsx: the archive is damaged.', fileName: 'b.xlsx' });
    expect(importFailure(problem(422, '')).title).toBe(
      'An error occurred during the file parsing : corrupted file or invalid format.',
    );
  });

  it('IMPORT-13 any other message is shown unchanged', () => {
    expect(importFailure(problem(409, 'The disk is full.')).title).toBe('The disk is full.');
  });

  it('IMPORT-14 ERR-12 an unexpected error has a general message', () => {
    const unexpected = 'An unexpected error occurred during the run file import.';
    expect(importFailure(new Error('secret')).title).toBe(unexpected);
    expect(importFailure(problem(502, '')).title).toBe(unexpected);
  });
});

describe('the files of an import', () => {
  const limits = { types: ['xml', 'xlsx', 'xls'], maxBytes: 100 };

  it("IMPORT-04 are of the analyser's types and within the server's size limit", () => {
    expect(fileFault(file('run.XLSX'), limits)).toBeNull();
    expect(fileFault(file('run.pdf'), limits)).toBe('Only xml, xlsx, xls files can be imported.');
    expect(fileFault(file('run.pcrd'), limits)).toBe(
      'Only xml, xlsx, xls files can be imported. Export the melting curves from CFX software as xlsx.',
    );
    expect(fileFault(file('run.xml', 101), limits)).toContain('larger than');
  });

  it('IMPORT-03 dropped files fill empty fields first, then new ones up to the limit', () => {
    const [a, b, c] = [file('a'), file('b'), file('c')];
    expect(withDropped([null], [a, b], 3)).toEqual({ slots: [a, b], left: 0 });
    expect(withDropped([a, null], [b, c], 2)).toEqual({ slots: [a, b], left: 1 });
    expect(withDropped([a], [b], 1)).toEqual({ slots: [b], left: 0 });
  });
});
