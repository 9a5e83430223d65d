import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { DockerfileParser, type Copy, type Dockerfile } from 'dockerfile-ast';

import { ROOT, type BuildContext } from './context.ts';

const run = promisify(execFile);
const TOOLS = path.join(ROOT, 'node_modules/.bin');

export const dockerfile = (): Dockerfile =>
  DockerfileParser.parse(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'));

/** The default base image. */
export const baseImage = (): string => dockerfile().getFROMs()[0]?.getImage() ?? '';

/**
 * Builds the stages of the Dockerfile as folders, without a container engine: copies the files of the build
 * context and runs the commands that start with `pnpm`. Other commands concern the operating system.
 *
 * @param folder - with enough space
 * @returns the folder of the last stage
 */
export async function buildStages(folder: string, context: BuildContext): Promise<string> {
  const sent = path.join(folder, 'context');
  for (const file of await context.files()) await copy(path.join(ROOT, file), path.join(sent, file));
  const stages = new Map<string, string>();
  let stage = sent;
  let place = '/app';
  for (const instruction of dockerfile().getInstructions()) {
    const [first = '', ...words] = instruction.getArguments().map((one) => one.getValue());
    switch (instruction.getKeyword()) {
      case 'FROM': {
        const base = stages.get(first);
        stage = path.join(folder, `stage-${stages.size}`);
        stages.set(words[1] ?? 'last', stage);
        await mkdir(stage);
        if (base === undefined) break;
        await copy(base, stage);
        break;
      }
      case 'WORKDIR':
        place = first;
        await mkdir(path.join(stage, place), { recursive: true });
        break;
      case 'COPY':
        await copyInto(
          path.join(stage, place),
          [first, ...words],
          sourceOf(instruction as Copy, stages, sent),
        );
        break;
      case 'RUN': {
        const command = instruction.getArgumentsContent()?.replace(/^(\s*--mount=\S+[\s\\]+)+/, '') ?? '';
        if (command.startsWith('pnpm ')) await shell(command, path.join(stage, place));
      }
    }
  }
  return path.join(stage, place);
}

function sourceOf(instruction: Copy, stages: ReadonlyMap<string, string>, sent: string): string {
  const from = instruction.getFromFlag()?.getValue() ?? null;
  return from === null ? sent : (stages.get(from) ?? from);
}

/** Copies like COPY: the content of a folder, or files into a folder. */
async function copyInto(place: string, words: readonly string[], source: string): Promise<void> {
  const target = path.join(place, words.at(-1) ?? '');
  for (const word of words.slice(0, -1)) {
    const from = path.join(source, word);
    if (!existsSync(from)) throw new Error(`COPY ${word}: it is not in the build context.`);
    const isFile = path.extname(word) !== '';
    await copy(from, isFile ? path.join(target, path.basename(word)) : target);
  }
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
}

/** Uses the packages that are already on this machine. */
async function shell(command: string, cwd: string): Promise<void> {
  const { stdout: store } = await run(path.join(TOOLS, 'pnpm'), ['store', 'path'], { cwd: ROOT });
  const inherited = Object.entries(process.env).filter(([name]) =>
    /^(HOME$|npm_config_|pnpm_config_|NODE_EXTRA_CA_CERTS$|SSL_CERT_|\w+_PROXY$)/i.test(name),
  );
  await run('sh', ['-c', command], {
    cwd,
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...Object.fromEntries(inherited),
      CI: 'true',
      PATH: `${TOOLS}:${process.env['PATH'] ?? ''}`,
      pnpm_config_store_dir: path.dirname(store.trim()),
      pnpm_config_prefer_offline: 'true',
    },
  }).catch((cause: unknown) => {
    const { stdout, stderr } = cause as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${command} failed:\n${stdout}\n${stderr}`, { cause });
  });
}
