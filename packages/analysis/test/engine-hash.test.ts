import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { engineSha256 } from '../engine-hash.ts';

const SOURCES = { 'b.ts': 'let b = 1;\n', 'a/c.ts': 'let c = 2;\n' };

function hashOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const hash = engineSha256(folder);
  rmSync(folder, { recursive: true });
  return hash;
}

describe('TRUST-320 the hash of the engine', () => {
  it('does not depend on line endings, the order of files, or tests', () => {
    const [b, c] = [SOURCES['b.ts'], SOURCES['a/c.ts']];
    for (const same of [
      { 'a/c.ts': c, 'b.ts': b },
      { ...SOURCES, 'b.ts': b.replaceAll('\n', '\r\n') },
      { ...SOURCES, 'b.test.ts': 'expect(1);', 'notes.md': 'x' },
    ])
      expect(hashOf(same)).toBe(hashOf(SOURCES));
  });

  it('differs for any change of a source', () => {
    const [b, c] = [SOURCES['b.ts'], SOURCES['a/c.ts']];
    for (const other of [
      { ...SOURCES, 'b.ts': 'let b = 2;\n' },
      { 'b.ts': b, 'a/d.ts': c },
      { 'b.ts': b },
      { ...SOURCES, 'e.ts': '' },
    ])
      expect(hashOf(other)).not.toBe(hashOf(SOURCES));
    expect(engineSha256()).toMatch(/^[0-9a-f]{64}$/);
  });
});
