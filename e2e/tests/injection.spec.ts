import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { apiOf } from '../support/api.ts';
import { MADE_WELLS, makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

/** Markup that executes script if inserted as HTML. */
const PAYLOADS = [
  '"><img src=x onerror=window.ran=1>',
  '<svg onload=window.ran=1>',
  "'-window.ran=1-'",
  '<iframe srcdoc="<script>parent.ran=1</script>">',
  '<details open ontoggle=window.ran=1>x</details>',
  '<a href="javascript:window.ran=1">x</a>',
  '{{constructor.constructor("window.ran=1")()}}',
  '</textarea><script>window.ran=1</script>',
  '<math><mtext></table><style><img src=x onerror=window.ran=1>',
  '<b onmouseover=window.ran=1>x</b>',
] as const;

test.describe('text typed by users', () => {
  test('OPS-190 is shown as text everywhere, whatever it contains', async ({ page, baseURL, signIn }) => {
    const wells = MADE_WELLS.map((well, index) => ({ ...well, name: PAYLOADS[index] ?? well.position }));
    const run = await makeRun(baseURL ?? '', { state: 'interpreted', wells, plateId: PAYLOADS[0] });
    const api = await apiOf(baseURL ?? '', demoUser.technician);
    for (const value of PAYLOADS) await api('POST', `/run/${run.id}/comment`, { value });
    await signIn(demoUser.technician);
    await expect(page.getByText(PAYLOADS[0]).first()).toBeVisible();
    await page.goto(`/run/${run.id}/interpretation`);
    await page.getByRole('tab', { name: `Run comments (${PAYLOADS.length})` }).click();
    for (const value of PAYLOADS) await expect(page.getByText(value, { exact: true }).first()).toBeVisible();
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    await expect(page.locator('img[src=x], iframe[srcdoc], svg[onload], details[ontoggle]')).toHaveCount(0);
  });
});

test.describe('a script injected into the page', () => {
  test.use({ expectedProblems: [/^(policy: (require-trusted-types-for|connect-src)|console: )/] });

  test('OPS-191 executes no further code and reaches no other server', async ({ page, signIn }) => {
    let asked = 0;
    const attacker = createServer((_request, response) => {
      asked++;
      response.setHeader('access-control-allow-origin', '*').end('window.ran = 1');
    }).listen(0, '127.0.0.1');
    await once(attacker, 'listening');
    const { port } = attacker.address() as AddressInfo; // the server listens on TCP
    await signIn(demoUser.technician);
    await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
    const outcomes = await page.evaluate(async (elsewhere) => {
      // Code run by the test bypasses the policy. A timer makes it code of the page.
      const later = (work: () => unknown) =>
        new Promise<string>((resolve) => {
          setTimeout(() => {
            Promise.resolve()
              .then(work)
              .then(
                () => {
                  resolve('done');
                },
                () => {
                  resolve('refused');
                },
              );
          });
        });
      const script = (fill: (element: HTMLScriptElement) => void) => () => {
        const element = document.createElement('script');
        fill(element);
        document.body.append(element);
      };
      return {
        inline: await later(script((element) => (element.textContent = 'window.ran = 1'))),
        markup: await later(() => {
          document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=ran=1>');
        }),
        eval: await later(() => window.eval('window.ran = 1') as unknown),
        remote: await later(script((element) => (element.src = elsewhere))),
        fetch: await later(() => fetch(elsewhere)),
      };
    }, `http://127.0.0.1:${port}/x.js`);
    expect(outcomes).toEqual({
      inline: 'refused',
      markup: 'refused',
      eval: 'refused',
      remote: 'refused',
      fetch: 'refused',
    });
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(asked).toBe(0);
    attacker.close();
  });
});
