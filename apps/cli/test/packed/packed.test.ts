import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ALGORITHM_VERSIONS } from '@curvewell/analysis';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { auditExport } from './audit-export.ts';
import { runFiles } from './run-files.ts';
import { FOLDERS, npmPack, PUBLISHED, ran, workspaceCopy } from './workspace-copy.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const MODULES = join(import.meta.dirname, '../../node_modules');
const LIBRARIES = ['packages/analysis', 'packages/instruments'] as const;
const NODES = ['20', '22', '24'] as const;

/** The first code block of a README in this language. */
function example(folder: string, language: 'sh' | 'ts'): string {
  const readme = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const found = blocks.find(
    ([, written, text = '']) => written === language && !text.startsWith('npm install'),
  );
  const [, , text] = found ?? blocks.find(([, written]) => written === language) ?? [];
  if (text === undefined) throw new Error(`${folder}/README.md has no example`);
  return text;
}

/**
 * Needs a build, the registry and minutes, so it runs at night (`pnpm --filter @curvewell/cli test:night`).
 */
describe.skipIf(process.env['NIGHT'] === undefined)('the published packages', { timeout: 120_000 }, () => {
  const copy = join(tmpdir(), `curvewell-packed-${randomUUID()}`);
  const packed = join(copy, 'packed');
  const consumer = join(copy, 'consumer');
  const { text, publicKey } = auditExport();
  const files = new Map<string, string>();

  beforeAll(async () => {
    workspaceCopy(copy);
    mkdirSync(packed);
    mkdirSync(consumer);
    for (const folder of FOLDERS) files.set(folder, npmPack(join(copy, folder), packed));
    for (const [name, bytes] of Object.entries(await runFiles())) writeFileSync(join(consumer, name), bytes);
    writeFileSync(join(consumer, 'audit.json'), text);
    writeFileSync(join(consumer, 'package.json'), '{ "type": "module", "private": true }');
    ran('npm', ['install', '--no-save', '--engine-strict', ...files.values()], { cwd: consumer });
  }, 300_000);
  afterAll(() => {
    rmSync(copy, { recursive: true });
  }, 120_000);

  it.each(FOLDERS)('OPS-410 %s contains its code, README and licence, and nothing else', (folder) => {
    const list = ran('tar', ['tzf', files.get(folder) ?? ''], { cwd: copy });
    const library = ['dist/index.d.ts', 'dist/index.js', 'picture.svg'];
    const program = (name: string) => [
      `bin/${name}.js`,
      `dist/${name}.js`,
      'dist/assets/xlsx.js',
      'dist/third-party-licenses.md',
    ];
    const own = {
      'packages/analysis': library,
      'packages/instruments': library,
      'apps/cli': [...program('curvewell-analyse'), 'picture.svg'],
      'apps/verify': program('curvewell-verify'),
    }[folder];
    const found = list
      .trim()
      .split('\n')
      .map((line) => line.replace('package/', '').replace(/xlsx-.+[.]js/, 'xlsx.js'));
    expect(found.sort()).toEqual(['LICENSE', 'README.md', 'package.json', ...own].sort());
  });

  it.each(FOLDERS)('OPS-411 publint finds no problem in %s', async (folder) => {
    const pkgDir = join(consumer, 'node_modules', PUBLISHED[folder]);
    const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  // `.attw.json` ignores that CommonJS gets an ES module, which Node supports since 20.19 and 22.12.
  it.each(LIBRARIES)('OPS-411 attw finds correct types in %s for each resolver', (folder) => {
    const attw = join(MODULES, '@arethetypeswrong/cli/dist/index.js');
    const words = [files.get(folder) ?? '', '--config-path', join(ROOT, folder, '.attw.json')];
    const output = ran(process.execPath, [attw, ...words], { cwd: consumer });
    expect(output).toMatch(/node16 \(from ESM\).* 🟢 \(ESM\)/);
  });

  it.each(FOLDERS)('OPS-412 %s depends on no workspace package', (folder) => {
    const manifest: unknown = JSON.parse(
      readFileSync(join(consumer, 'node_modules', PUBLISHED[folder], 'package.json'), 'utf8'),
    );
    const { dependencies } = manifest as { dependencies: Record<string, string> };
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:|[/]src[/]/);
    expect(Object.keys(dependencies)).toEqual(
      {
        'packages/analysis': ['zod'],
        'packages/instruments': ['@e965/xlsx', 'fast-xml-parser', 'saxes', 'yauzl', 'yazl', 'zod'],
        'apps/cli': [],
        'apps/verify': [],
      }[folder],
    );
  });

  it.each(['node16', 'bundler'])(
    'OPS-413 the examples of the READMEs compile with the resolution %s',
    (resolution) => {
      for (const folder of LIBRARIES)
        writeFileSync(join(consumer, `${folder.slice(9)}.ts`), example(folder, 'ts'));
      const settings = {
        compilerOptions: {
          target: 'es2022',
          module: resolution === 'bundler' ? 'esnext' : resolution,
          moduleResolution: resolution,
          strict: true,
          outDir: `built-${resolution}`,
          rootDir: '.',
          typeRoots: [join(ROOT, 'node_modules/@types')],
          types: ['node'],
        },
        files: LIBRARIES.map((folder) => `${folder.slice(9)}.ts`),
      };
      writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify(settings));
      ran(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: consumer });
    },
  );

  describe.each(NODES)('on Node %s', (version) => {
    const own = join(copy, `node${version}`);
    const path = [
      join(own, 'node_modules/node/bin'),
      join(consumer, 'node_modules/.bin'),
      process.env['PATH'],
    ].join(':');
    const by = (command: string, words: readonly string[]) => ran(command, words, { cwd: consumer, path });

    beforeAll(() => {
      mkdirSync(own);
      writeFileSync(join(own, 'package.json'), '{ "private": true }');
      ran('npm', ['install', '--no-save', `node@${version}`], { cwd: own });
      expect(by('node', ['--version'])).toMatch(new RegExp(`^v${version}[.]`));
    }, 120_000);

    it('OPS-414 the example of the analysis finds both products', () => {
      const output = by('node', ['built-node16/analysis.js']).trim().split('\n');
      expect(output.map((line) => Math.round(Number.parseFloat(line)))).toEqual([72, 81]);
    });

    it('OPS-414 every released algorithm works', () => {
      writeFileSync(
        join(consumer, 'versions.js'),
        `import { ALGORITHM_VERSIONS, openConfiguration, wellAnalyse } from '@curvewell/analysis';
        const temperature = Float64Array.from({ length: 65 }, (_, i) => 60 + i / 2);
        const fluorescence = temperature.map((t) => 1000 - 5 * t + 500 / (1 + Math.exp((t - 72) / 0.8)));
        const phases = [{ type: 'MELT', curve: { temperature, fluorescence, quantity: 'fluorescence' } }];
        const configuration = openConfiguration('FAM', phases, { minThreshold: null, inversed: false });
        for (const algorithmVersion of ALGORITHM_VERSIONS) {
          const { explanation } = wellAnalyse({ phases, configuration, sampleType: 'BLOOD', algorithmVersion });
          console.log(explanation.algorithmVersion, explanation.phases[0].peaks[0].tm.toFixed(1));
        }`,
      );
      expect(by('node', ['versions.js']).trim().split('\n')).toEqual(
        ALGORITHM_VERSIONS.map((version) => `${version} 72.0`),
      );
    });

    it.each(LIBRARIES)('OPS-414 %s can be required by CommonJS, too', (folder) => {
      const wanted = { 'packages/analysis': 'plateAnalyse', 'packages/instruments': 'readRun' }[folder];
      const program = `console.log(typeof require('${PUBLISHED[folder]}').${wanted})`;
      expect(by('node', ['--input-type=commonjs', '--eval', program]).trim()).toBe('function');
    });

    it('OPS-414 the example of the instruments reads wells and curves', () => {
      const output = by('node', ['built-node16/instruments.js']).trim().split('\n');
      expect(output).toHaveLength(7);
      expect(output.slice(1)).toEqual([
        'A1 Sample 1',
        'A2 Sample 2',
        'A3 Sample 3',
        'A1 FAM 65 readings',
        'A2 FAM 65 readings',
        'A3 FAM 65 readings',
      ]);
    });

    it('OPS-414 each line of the command line’s example runs', () => {
      const [install, ...lines] = example('apps/cli', 'sh').trim().split('\n');
      expect(install).toBe('npm install @curvewell/cli');
      const output = lines.map((line) => by('bash', ['-c', line]));
      expect(output).toHaveLength(6);
      expect(output[0]).toMatch(/^A2 .* 72\.0\d ± 0\.0\d +81\.00 ± 0\.02/m);
      by('curvewell-analyse', ['run.rdml', '--svg', 'all.svg']);
      const drawn = ['a2.svg', 'a2.svg', 'all.svg'].map((name) => readFileSync(join(consumer, name), 'utf8'));
      const pictures = ['apps/cli', ...LIBRARIES].map((folder) => join(ROOT, folder, 'picture.svg'));
      expect(drawn).toEqual(pictures.map((path) => readFileSync(path, 'utf8')));
      expect(by('curvewell-analyse', ['run.xls', '--csv']).split('\n')).toHaveLength(6);
    });

    it('OPS-415 curvewell-verify accepts an audit trail, and refuses it after a change', () => {
      writeFileSync(join(consumer, 'changed.json'), text.replace('0.87', '0.88'));
      const verified = ['audit.json', 'changed.json'].map((file) => {
        const words = [file, '--key', publicKey];
        const { status, stderr } = spawnSync('curvewell-verify', words, {
          cwd: consumer,
          env: { PATH: path },
        });
        return [status, stderr.toString()];
      });
      const refused = [3, expect.stringMatching(/^Node 22 or newer is required/)];
      expect(verified).toEqual(
        version === '20'
          ? [refused, refused]
          : [
              [0, ''],
              [1, ''],
            ],
      );
    });
  });
});
