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

Checks a signed record of a run: signature, originals, audit trail; reads the originals again and calls every well
again. Or checks exported entries of the audit trail, also against heads that were exported before.
It needs neither the product nor a network.

--key   the public key of the laboratory's installation (base64), or a file that holds it
--head  a head of the audit trail as it was exported: its entry has to be among those exported, and the same
--json  the findings as JSON
--time-stamp-ca  certificates (PEM) of the authorities whose time stamps count

Ends with 0 when all holds, 1 when something does not, 3 when it cannot be decided (no key, an unknown algorithm),
2 when the command was not understood.
`.trim();

/** An older engine lacks what the program needs, and what it then says would look like tampering. */
const OLDEST_NODE = 22;
const EXIT_CODES = { holds: 0, fails: 1, unsure: 3 } as const;
const SIGN = { holds: '✓ holds ', fails: '✗ FAILS ', unsure: '? unsure' } as const;

process.exitCode = await run();

async function run(): Promise<number> {
  const [major] = process.versions.node.split('.').map(Number);
  if (major === undefined || major < OLDEST_NODE) {
    process.stderr.write(`Node ${OLDEST_NODE} or newer is needed; this is Node ${process.versions.node}.\n`);
    return EXIT_CODES.unsure;
  }
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ...{ key: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
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
    const heads = await Promise.all((values.head ?? []).map((head) => readFile(head, 'utf8')));
    const findings = isJson(bytes)
      ? verifyTrail(bytes.toString(), { trustedKey: key, heads })
      : await verifyRecord(bytes, key, await readAuthorities(values['time-stamp-ca']));
    process.stdout.write(values.json === true ? `${JSON.stringify(findings, null, 2)}\n` : told(findings));
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
  if (found === null) throw new Error(`${file} holds no certificate.`);
  return found;
}

async function readKey(given: string): Promise<string> {
  const key = publicKeySchema.safeParse(given);
  if (key.success) return key.data;
  const held = publicKeySchema.safeParse((await readFile(given, 'utf8')).trim());
  if (!held.success) throw new Error(`${given} holds no public key: 32 bytes in base64 were expected.`);
  return held.data;
}

function told(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length));
  const lines = findings.map(({ part, state, text }) => `${SIGN[state]}  ${part.padEnd(width)}  ${text}`);
  const verdict = verdictOf(findings);
  const count = findings.filter(({ state }) => state === verdict).length;
  const end = {
    holds: 'Everything that was checked holds.',
    fails: `${count} of ${findings.length} do not hold.`,
    unsure: `It cannot be decided whether the record holds: ${count} of ${findings.length} could not be checked.`,
  }[verdict];
  return `${lines.join('\n')}\n\n${end}\n`;
}
