import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { LaunchOptions } from 'playwright/test';

/** Where the packaged browser is unpacked. */
const UNPACKED = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url));

/** For a root account without a sandbox, and without internet access. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium at E2E_CHROMIUM, or the pinned one: an npm package on Linux, else Playwright's. */
export async function browserLaunch(): Promise<LaunchOptions> {
  const { E2E_CHROMIUM } = process.env;
  if (E2E_CHROMIUM !== undefined) return { executablePath: E2E_CHROMIUM, args: FLAGS };
  if (process.platform !== 'linux') return { args: FLAGS };
  const executablePath = await unpackedChromium();
  return { executablePath, args: FLAGS, env: { ...process.env, ...missingParts(executablePath) } };
}

async function unpackedChromium(): Promise<string> {
  const executable = path.join(UNPACKED, 'chromium');
  if (existsSync(executable)) return executable;

  // Unpack to a temporary folder and rename it, so that an interrupted test leaves no incomplete browser.
  const draft = `${UNPACKED}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const { TMPDIR, AWS_EXECUTION_ENV } = process.env;
  // The package unpacks to the temporary folder, and its libraries only if it detects AWS Lambda.
  Object.assign(process.env, { TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' });
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
  } finally {
    restore({ TMPDIR, AWS_EXECUTION_ENV });
  }
  rmSync(UNPACKED, { recursive: true, force: true });
  renameSync(draft, UNPACKED);
  return executable;
}

function restore(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
}

/** Environment for the package's libraries and fonts, on machines without their own. */
function missingParts(executable: string): Record<string, string> {
  const parts: Record<string, string> = {};
  const libraries = execFileSync('ldd', [executable], { encoding: 'utf8' });
  if (libraries.includes('not found')) parts['LD_LIBRARY_PATH'] = path.join(UNPACKED, 'al2023', 'lib');
  if (!existsSync('/etc/fonts')) parts['FONTCONFIG_PATH'] = path.join(UNPACKED, 'fonts');
  return parts;
}
