import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import packageJson from '../../package.json' with { type: 'json' };

/** Length of the commit in the build name. */
const COMMIT_LENGTH = 12;

/** The release without the commit. */
export const SOFTWARE_VERSION: string = packageJson.version;

/** The abbreviated commit of this build; null when neither the image nor a git checkout has it. */
export const SOFTWARE_COMMIT: string | null = readCommit(process.env['CURVEWELL_COMMIT'], checkoutCommit);

/**
 * The build name in records, backups, metrics and documents: `0.2.0+1d11e7fb6275`, with semantic versioning's
 * build metadata.
 */
export const SOFTWARE_BUILD: string = buildName(SOFTWARE_VERSION, SOFTWARE_COMMIT);

/**
 * @param fromImage - `CURVEWELL_COMMIT`, set by the image build
 * @param fromCheckout - called when the image has none
 */
export function readCommit(fromImage: string | undefined, fromCheckout: () => string | null): string | null {
  const commit = fromImage === undefined || fromImage === '' ? fromCheckout() : fromImage;
  return commit !== null && /^[0-9a-f]{7,64}$/.test(commit) ? commit.slice(0, COMMIT_LENGTH) : null;
}

export function buildName(version: string, commit: string | null): string {
  return commit === null ? version : `${version}+${commit}`;
}

/** The commit of the checkout that contains this file, not of an enclosing repository. */
function checkoutCommit(): string | null {
  const root = realpathSync(fileURLToPath(new URL('../../../../', import.meta.url)));
  try {
    const [top = '', commit = ''] = execFileSync(
      'git',
      // A service account may not own the checkout.
      ['-c', `safe.directory=${root}`, '-C', root, 'rev-parse', '--show-toplevel', 'HEAD'],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    ).split('\n');
    return realpathSync(top) === root ? commit : null;
  } catch {
    return null;
  }
}
