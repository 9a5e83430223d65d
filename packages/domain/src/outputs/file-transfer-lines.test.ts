import { expect, it } from 'vitest';

import { saveFileTransferSchema } from './file-transfer.ts';

const GOOD = { host: 'files.lab.example', port: 22, username: 'lab', directory: '/results' };
const BREAKS = ['\r\n', '\n', '\r', '\0', '\u0085', '\u001b[2J'];
const COMMANDS = ['DELE x', 'QUIT'];

const issueOf = (change: object): unknown => {
  const parsed = saveFileTransferSchema.safeParse({ ...GOOD, ...change });
  return parsed.success ? 'accepted' : parsed.error.issues[0]?.path[0];
};

it('OPS-177 input cannot inject a second line at a file server', () => {
  expect(issueOf({})).toBe('accepted');
  for (const field of ['host', 'username', 'directory', 'password'])
    for (const line of BREAKS)
      for (const command of COMMANDS) {
        const good = field === 'directory' ? '/results' : 'good';
        expect([field, line, issueOf({ [field]: `${good}${line}${command}` })]).toEqual([field, line, field]);
      }
});

it.each(['/..', '/../etc', '/a/../b', '/a/..', '/a\\..\\b', '/..\\', 'a', '../a', '', '~', 'C:\\a'])(
  'OPS-177 the directory %j is refused',
  (directory) => {
    expect(issueOf({ directory })).toBe('directory');
  },
);

it.each(['a b', 'a/b', 'user@host', 'http://a', '[::1]', 'a?b', 'a#b', 'a%0d%0ab', 'a;b', '$(a)', '`a`'])(
  'OPS-177 the host %j is refused',
  (host) => {
    expect(issueOf({ host })).toBe('host');
  },
);
