import { releaseCalls } from '@curvewell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { loadReleases, readRelease } from './load-releases.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const ask = (login: string, url: string, method: 'GET' | 'PUT' = 'GET') =>
  test.call(login, method, `/release/${url}`);

const HEAD = '---\nversion: 1.2.3\ndate: 2026-01-02\nalgoVersion: 1.0.0\n---\n';

describe('releases', () => {
  it('API-80 the last release is the newest of the repository’s notes', async () => {
    const release = releaseCalls.last.answer.parse((await ask('newcomer', 'last')).json());
    expect(release).toEqual(loadReleases()[0]);
    expect(release.note).toContain('<h2>Curvewell');
    expect((await ask('tech', release.version)).json()).toEqual(release);
    expect((await ask('tech', '99.0.0')).statusCode).toBe(404);
    expect((await test.app.inject({ url: '/api/release/last' })).statusCode).toBe(401);
  });

  it('API-81 API-82 a release that a user has seen is not shown again to them, but to others', async () => {
    await test.db.appUser.updateMany({
      where: { login: { in: ['tech', 'physician'] } },
      data: { createdAt: new Date('2026-01-01') },
    });
    const unseen = releaseCalls.lastIfNotSeen.answer.parse((await ask('tech', 'last-if-not-seen')).json());
    const version = unseen?.version ?? '';
    expect((await ask('tech', `${version}/update-seen`, 'PUT')).statusCode).toBe(204);
    expect((await ask('tech', `${version}/update-seen`, 'PUT')).statusCode).toBe(204);
    expect((await ask('tech', 'last-if-not-seen')).json()).toBeNull();
    expect((await ask('physician', 'last-if-not-seen')).json()).toMatchObject({ version });
    expect((await ask('tech', '99.0.0/update-seen', 'PUT')).statusCode).toBe(404);
    const audited = await test.db.auditEvent.findMany({ where: { action: 'release.seen' } });
    expect(audited).toMatchObject([{ actorName: 'Tara Holm', entity: 'release', entityId: version }]);
  });

  it('SHELL-190 the notes open only for users who knew an earlier version', async () => {
    const unseen = async () => (await ask('quality', 'last-if-not-seen')).json<unknown>();
    const [last, former] = loadReleases();
    const made = (day: string | undefined) =>
      test.db.appUser.updateMany({ where: { login: 'quality' }, data: { createdAt: new Date(day ?? '') } });
    await made(last?.date);
    expect(await unseen()).toBeNull();
    await made(former?.date);
    expect(await unseen()).toMatchObject({ version: last?.version });
    await made(last?.date);
    await ask('quality', `${former?.version ?? ''}/update-seen`, 'PUT');
    expect(await unseen()).toMatchObject({ version: last?.version });
  });

  it('SHELL-36 notes contain nothing executable', () => {
    const { note } = readRelease(
      '1.2.3.md',
      `${HEAD}**New** <script>alert(1)</script><img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](https://example.org)`,
    );
    expect(note).toContain('<strong>New</strong>');
    expect(note).not.toMatch(/script|onerror|<img/);
    expect(note).toContain('href="https://example.org"');
    expect(note).toMatch(/a <a/);
  });

  it.each([
    ['x <script><img/src=x onerror=ran=1></script>', 'a tag as browsers read it, and Markdown does not'],
    ['x <code><svg/onload=ran=1>', 'the same in code'],
    ['<https://a.example/"onclick="ran=1>', 'a quote in an address'],
    ['![x](https://a.example/x.png "y")', 'an image'],
    ['[x](data:text/html,ran)', 'a scheme that runs'],
    ['[x][y]\n\n[y]: JavaScript:ran=1', 'a scheme behind a reference'],
    ['**<b onclick=ran=1>x</b>**', 'an element in an element'],
  ])('SHELL-36 %s produces nothing that runs or loads: %s', (markdown) => {
    const { note } = readRelease('1.2.3.md', HEAD + markdown);
    const elements = note.match(/<[^>]*>/g) ?? [];
    expect(
      elements.filter((one) => !/^<\/?(p|strong|a href="https:[^"]*" rel="[^"]*"|a)>$/.test(one)),
    ).toEqual([]);
    expect(note.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
  });

  it('a note whose name differs from its version stops the start', () => {
    expect(() => readRelease('1.2.3.md', 'No front matter')).toThrow('1.2.3.md');
    expect(() => readRelease('1.2.4.md', HEAD)).toThrow('1.2.4.md');
  });
});
