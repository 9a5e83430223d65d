import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { expect } from 'vitest';

import { createTestApp, type TestApp } from '../create-test-app.ts';
import { cfxFile } from '../run-factory.ts';

const execute = promisify(execFile);

/** The output of both programs. */
interface Printed {
  readonly id: string;
  readonly refusal: string;
}

/** The product on a port, and a folder for a client program. */
export interface ServedProduct {
  readonly test: TestApp;
  /** `http://127.0.0.1:…/api` */
  readonly api: string;
  readonly folder: string;
  /** Runs a command in the folder; the error of a failed one contains its output. */
  readonly run: (command: string, args: readonly string[]) => Promise<string>;
  /** Runs a program that imports a run and reads it. */
  readonly runProgram: (command: string, program: string) => Promise<Printed>;
  readonly close: () => Promise<void>;
}

export async function serveProduct(): Promise<ServedProduct> {
  const test = await createTestApp();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = test.app.server.address() as AddressInfo; // a listening TCP server
  const api = `http://127.0.0.1:${port}/api`;
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-client-'));
  const run = async (command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
    try {
      const { stdout } = await execute(command, args, {
        cwd: folder,
        env: { ...process.env, ...environment },
      });
      return stdout;
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
      throw new Error(`${command} ${args.join(' ')} failed\n${stdout ?? ''}${stderr ?? ''}`, {
        cause: error,
      });
    }
  };
  return {
    test,
    api,
    folder,
    run,
    runProgram: async (command, program) => {
      const file = await cfxFile();
      await writeFile(path.join(folder, 'run.xlsx'), file.bytes);
      const { id } = await test.db.analyser.findUniqueOrThrow({ where: { name: 'Bio-Rad CFX96' } });
      const token = await test.issuer.tokenFor(test.db, 'tech');
      return JSON.parse(await run(command, [program, id, 'run.xlsx'], { API: api, TOKEN: token })) as Printed;
    },
    close: async () => {
      await test.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Compares the output of a program with the database. */
export function expectImported({ id, refusal, ...printed }: Printed): void {
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(refusal).toMatch(/^not-found: \w/);
  expect(printed).toEqual({
    login: 'tech',
    runsBefore: 0,
    runsAfter: [id],
    again: id,
    status: 'RUN_TO_INTERPRET',
    wells: ['S-1', 'S-2', 'S-3', 'NTC'],
    comment: 'Imported by a program.',
  });
}
