import type { Page } from 'playwright/test';

/** Elements that execute script. */
const CARRIERS = [
  '<img src=x onerror=window.ran=1>',
  '<svg onload=window.ran=1>',
  '<svg><animate onbegin=window.ran=1 attributeName=x>',
  '<iframe srcdoc="<script>parent.ran=1</script>">',
  '<details open ontoggle=window.ran=1>x',
  '<input autofocus onfocus=window.ran=1>',
  '<video><source onerror=window.ran=1>',
  '<a href="javascript:window.ran=1">x</a>',
  '<form><button formaction=javascript:window.ran=1>',
  '<object data="javascript:window.ran=1">',
  '<body onpageshow=window.ran=1>',
  '<math><mtext></table><style><img src=x onerror=window.ran=1>',
  '<style>@keyframes x{}</style><b style=animation-name:x onanimationstart=window.ran=1>',
  '<script>window.ran=1</script>',
  '{{constructor.constructor("window.ran=1")()}}',
] as const;

/** Prefixes that break out of the context of a text. */
const ESCAPES = [
  (text: string) => text,
  (text: string) => `">${text}`,
  (text: string) => `'>${text}`,
  (text: string) => `</textarea>${text}`,
  (text: string) => `</title></script>${text}`,
  (text: string) => `-->${text}`,
  (text: string) => `]]>${text}`,
  (text: string) => `\u202E${text}`,
  (text: string) => text.replaceAll('<', '<\u200B'),
  (text: string) => text.replace(/<(\w+)/, (tag) => `${tag.toUpperCase()}/`),
] as const;

/** Markup and templates that execute script if they are inserted as HTML. */
export const INJECTIONS = ESCAPES.flatMap((escape) => CARRIERS.map(escape));

/** Response fields with text from users, files or other programs. */
const FIELDS: ReadonlySet<string> = new Set([
  'name',
  'byName',
  'login',
  'lastname',
  'firstname',
  'email',
  'technicianName',
  'submittedByName',
  'interpretationRunByName',
  'requestedByName',
  'rejectedBy',
  'operator',
  'laboratory',
  'comment',
  'value',
  'note',
  'rejectionReason',
  'plateId',
  'orderId',
  'fileName',
  'instrument',
  'instrumentName',
  'label',
  'lot',
  'lotName',
  'kit',
  'kitVersion',
  'version',
  'reactionBuffer',
  'algorithmVersion',
  'softwareVersion',
  'manufacturer',
  'address',
  'phone',
  'website',
  'message',
  'madeBy',
  'exportedBy',
  'dye',
]);
/** Names defined by the product: channels, states, zones. */
const OF_THE_PRODUCT = /^([A-Z_]+|[A-Z]?)$/;

/**
 * Replaces every text in the server's responses by an injection. Each field gets all injections in turn,
 * starting with a different one. @returns how often each field has held an injection
 */
export async function injectIntoAnswers(page: Page): Promise<ReadonlyMap<string, number>> {
  const held = new Map<string, number>();
  const injected = (field: string): string => {
    const count = held.get(field) ?? 0;
    held.set(field, count + 1);
    return INJECTIONS[([...FIELDS].indexOf(field) * 7 + count) % INJECTIONS.length] ?? '';
  };
  const isTaken = (field: string, value: unknown) =>
    typeof value === 'string' && FIELDS.has(field) && !OF_THE_PRODUCT.test(value);
  await page.route('**/api/**', async (route) => {
    if (new URL(route.request().url()).pathname.endsWith('/events')) {
      await route.continue();
      return;
    }
    const answer = await route.fetch();
    if (!(answer.headers()['content-type'] ?? '').startsWith('application/json')) {
      await route.fulfill({ response: answer });
      return;
    }
    const body = await answer.text();
    const changed: unknown = JSON.parse(body, (field, value: unknown) =>
      isTaken(field, value) ? injected(field) : value,
    );
    await route.fulfill({ response: answer, json: changed });
  });
  return held;
}
