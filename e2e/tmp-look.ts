import { chromium } from 'playwright/test';
import type { Run } from '@curvewell/domain';
import { browserLaunch } from './support/browser.ts';
import { apiOf } from './support/api.ts';
import { startProduct, prepareData } from './support/product.ts';
import { makeRun } from './support/run-maker.ts';
import { signInAs } from './support/sign-in.ts';
import { copiedVersion } from './support/copied-version.ts';

const out = '/tmp/look';
const done = await prepareData();
const product = await startProduct();
const browser = await chromium.launch(await browserLaunch());
try {
  const kit = await copiedVersion(product.address, 'v2 rules');
  const research = await apiOf(product.address, 'research');
  const url = new URL(kit.editor, product.address);
  const [kitId, versionId] = [url.searchParams.get('kit'), url.searchParams.get('version')];
  await kit.addLot('L-RULES');
  const version = (await research<any[]>('GET', `/kit/${kitId}/versions?onlyActive=false&onlyValid=false`)).find((v) => v.id === versionId);
  const on = (FAM: string) => [{ channel: 'FAM', diagnostic: FAM }, { channel: 'TEXAS_RED', diagnostic: 'HOMOZYGOUS_WILD_TYPE' }];
  const rules = [
    { conditions: on('HOMOZYGOUS_WILD_TYPE'), result: { name: 'Not persistent', meaning: 'negative', lisCode: 'LP-' } },
    { conditions: [{ channel: 'FAM', diagnostic: 'HETEROZYGOUS' }], result: { name: 'Persistent, heterozygous', meaning: 'positive', lisCode: 'LP1' } },
    { conditions: on('HETEROZYGOUS'), result: { name: 'Never', meaning: 'positive' } },
  ];
  const other = await copiedVersion(product.address, 'v2 open');
  const otherUrl = new URL(other.editor, product.address);
  const open = (await research<any[]>('GET', `/kit/${kitId}/versions?onlyActive=false&onlyValid=false`)).find((v) => v.id === otherUrl.searchParams.get('version'));
  for (const v of [open]) await research('PUT', `/kit/${v.id}`, { kit: { id: kitId }, kitVersion: { id: v.id, revision: v.revision }, channelRules: rules });
  void version;
  await other.addLot('L-OPEN');
  const run = await makeRun(product.address, { state: 'interpreted', wells: [['wild','S-1'],['heterozygous','S-2'],['mutated','S-3'],['heterozygous','s-2'],['outside','S-5'],['positive','PC'],['negative','NTC'],['wild','S-1']].map(([content,name],i)=>({position:`A${i+1}`,name,content})) as any, channels: ['FAM', 'TEXAS_RED'], kit: { version: 'v2 open', lot: 'L-OPEN' } });
  const big = await makeRun(product.address, { state: 'interpreted', wells: 'full', plateType: 'RECTANGULAR_384', channels: ['FAM', 'TEXAS_RED'] });
  for (const [scheme, width, height] of [['light', 1366, 768], ['dark', 1440, 900], ['light', 1000, 700]] as const) {
    const context = await browser.newContext({ baseURL: product.address, viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const news = page.getByRole('dialog', { name: /^Release / });
    await page.addLocatorHandler(news, () => page.keyboard.press('Escape'));
    await signInAs({ page, at: '/' }, 'physician', new Map());
    await page.goto(`/run/${run.id}/interpretation`);
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.screenshot({ path: `${out}/table-${width}.png` });
    await page.getByText('Samples', { exact: true }).click();
    await page.getByRole('table', { name: /^Results of/ }).waitFor();
    await page.screenshot({ path: `${out}/samples-${width}.png` });
    await page.getByRole('button', { name: 'Select the wells of S-2' }).click().catch(() => undefined);
    await page.waitForTimeout(700);
    await page.screenshot({ path: `${out}/selected-${width}.png` });
    if (width === 1366) {
      await page.goto(`/run/${big.id}/interpretation`);
      await page.getByRole('button', { name: 'Show as table' }).click();
      const before = Date.now();
      await page.getByText('Samples', { exact: true }).click();
      await page.getByRole('table', { name: /^Results of/ }).waitFor();
      console.log('384 wells, two channels: table after', Date.now() - before, 'ms, rows rendered', await page.locator('table tbody tr').count());
      await page.screenshot({ path: `${out}/big-${width}.png` });
    }
    await context.close();
  }
  const context = await browser.newContext({ baseURL: product.address, viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const news = page.getByRole('dialog', { name: /^Release / });
  await page.addLocatorHandler(news, () => page.keyboard.press('Escape'));
  await signInAs({ page, at: '/' }, 'research', new Map());
  const third = await copiedVersion(product.address, 'v2 draft');
  const t = new URL(third.editor, product.address).searchParams.get('version');
  const draft = (await research<any[]>('GET', `/kit/${kitId}/versions?onlyActive=false&onlyValid=false`)).find((v) => v.id === t);
  await research('PUT', `/kit/${t}`, { kit: { id: kitId }, kitVersion: { id: t, revision: draft.revision }, channelRules: rules });
  await page.goto(third.editor);
  await page.waitForTimeout(3000);
  const checks = page.getByRole('button', { name: /Controls and checks/ });
  if (await checks.count()) {
    await checks.click();
    await page.getByText('Add a rule').scrollIntoViewIfNeeded();
    await page.locator('[aria-label^="Rules that overlap"]').scrollIntoViewIfNeeded();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${out}/editor.png`, fullPage: false });
  }
  await context.close();
} catch (error) {
  console.log(error);
} finally {
  await browser.close();
  await product.stop();
  done();
}
