import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { publicKeySchema } from '@curvewell/domain';

import { reasonOf, verdictOf, type Finding } from './findings.ts';
import { verifyRecord } from './verify-record.ts';
import { verifyTrail } from './verify-trail.ts';

const HELP = `
curvewell-verify RECORD.zip [--key KEY] [--time-stamp-ca CA.pem] [--json]
curvewell-verify AUDIT.json [--key KEY] [--head HEAD.json …] [--json]

Checks a signed record of a run: signature, original files, audit trail. Reads the original files and computes every
call again. Or checks exported audit entries, also against audit heads that were exported before.
It requires neither the product nor a network.

--key   the public key of the laboratory's installation (base64), or a file that holds it
--head  an exported audit head: the export must contain its entry unchanged; not for a record
--json  prints the findings as JSON
--time-stamp-ca  certificates (PEM) of trusted time stamp authorities; only for a record

Exits with 0 if all checks pass, 1 if one fails, 3 if one cannot be decided (no key, no entry, an unknown algorithm, a
time stamp without --time-stamp-ca), 2 if the command is invalid.
`.trim();

/** On an older Node the program fails with errors that look like tampering. */
const OLDEST_NODE = 22;
const EXIT_CODES = { holds: 0, fails: 1, unsure: 3 } as const;
const SIGN = { holds: '✓ holds ', fails: '✗ FAILS ', unsure: '? unsure' } as const;

process.exitCode = await run();

async function run(): Promise<number> {
  const [major] = process.versions.node.split('.').map(Number);
  if (major === undefined || major < OLDEST_NODE) {
    process.stderr.write(
      `Node ${OLDEST_NODE} or newer is required. This is Node ${process.versions.node}.\n`,
    );
    return EXIT_CODES.unsure;
  }
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
        head: { type: 'string', multiple: true },
        'time-stamp-ca': { type: 'string' },
      },
    });
    const [file, ...more] = positionals;
    if (values.help === true || file === undefined || more.length > 0) {
      process.stdout.write(`${HELP}\n`);
      return values.help === true ? 0 : 2;
    }
    const key = values.key === undefined ? null : await readKey(values.key);
    const bytes = await readFile(file);
    const [other, unused] = isJson(bytes)
      ? (['--time-stamp-ca', values['time-stamp-ca']] as const)
      : (['--head', values.head] as const);
    if (unused !== undefined) throw new Error(`${other} cannot be used with ${file}.`);
    const heads = await Promise.all((values.head ?? []).map((head) => readFile(head, 'utf8')));
    const findings = isJson(bytes)
      ? verifyTrail(bytes.toString(), { trustedKey: key, heads })
      : await verifyRecord(bytes, key, await readAuthorities(values['time-stamp-ca']));
    process.stdout.write(values.json === true ? `${JSON.stringify(findings, null, 2)}\n` : textOf(findings));
    return EXIT_CODES[verdictOf(findings)];
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    return 2;
  }
}

/** A record is a zip. */
function isJson(bytes: Buffer): boolean {
  return bytes.subarray(0, 1).toString() === '{';
}

async function readAuthorities(file: string | undefined): Promise<readonly string[] | null> {
  if (file === undefined) return null;
  const found = (await readFile(file, 'utf8')).match(
    /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g,
  );
  if (found === null) throw new Error(`${file} contains no certificate.`);
  return found;
}

async function readKey(given: string): Promise<string> {
  const key = publicKeySchema.safeParse(given);
  if (key.success) return key.data;
  const held = publicKeySchema.safeParse((await readFile(given, 'utf8')).trim());
  if (!held.success) throw new Error(`${given} contains no public key. Expected 32 bytes in base64.`);
  return held.data;
}

function textOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length));
  const lines = findings.map(({ part, state, text }) => `${SIGN[state]}  ${part.padEnd(width)}  ${text}`);
  const verdict = verdictOf(findings);
  const count = findings.filter(({ state }) => state === verdict).length;
  const end = {
    holds: 'All checks passed.',
    fails: `${count} of ${findings.length} checks failed.`,
    unsure: `The result is undecided: ${count} of ${findings.length} checks could not be carried out.`,
  }[verdict];
  return `${lines.join('\n')}\n\n${end}\n`;
}
