import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import packageJson from '../../package.json' with { type: 'json' };

/** Characters of a commit that a build is named by. */
const COMMIT_LENGTH = 12;

/** The release, without the commit. */
export const SOFTWARE_VERSION: string = packageJson.version;

/** The commit that this program was made of, shortened; null where neither the image nor a git checkout contains it. */
export const SOFTWARE_COMMIT: string | null = readCommit(process.env['CURVEWELL_COMMIT'], checkoutCommit);

/** What records, backups, metrics and documents name: `0.2.0+1d11e7fb6275`, semantic versioning's build metadata. */
export const SOFTWARE_BUILD: string = buildName(SOFTWARE_VERSION, SOFTWARE_COMMIT);

/**
 * @param fromImage - `CURVEWELL_COMMIT`, which the image's build sets
 * @param fromCheckout - called where the image does not contain it
 */
export function readCommit(fromImage: string | undefined, fromCheckout: () => string | null): string | null {
  const commit = fromImage === undefined || fromImage === '' ? fromCheckout() : fromImage;
  return commit !== null && /^[0-9a-f]{7,64}$/.test(commit) ? commit.slice(0, COMMIT_LENGTH) : null;
}

export function buildName(version: string, commit: string | null): string {
  return commit === null ? version : `${version}+${commit}`;
}

/** The commit of the checkout that this file lies in. A folder inside another repository does not count. */
function checkoutCommit(): string | null {
  const root = realpathSync(fileURLToPath(new URL('../../../../', import.meta.url)));
  try {
    const [top = '', commit = ''] = execFileSync(
      'git',
      // A service's account does not own the checkout.
      ['-c', `safe.directory=${root}`, '-C', root, 'rev-parse', '--show-toplevel', 'HEAD'],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    ).split('\n');
    return realpathSync(top) === root ? commit : null;
  } catch {
    return null;
  }
}
