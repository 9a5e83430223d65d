/**
 * Targets below 24 × 24 px to which no exception of WCAG 2.2, 2.5.8 applies: spacing (a circle of 24 px around the middle
 * touches no other target), inline (a link in a sentence), or one of the given selectors. Runs in the page.
 */
export function smallTargets(exceptions: string): string[] {
  const MIN_PX = 24;
  const ROUNDING_PX = 0.5;
  const TARGETS =
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=option], [role=menuitem], [role=tab], [role=slider], [role=gridcell]';

  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  /** With the labels of a field, which hit it as well. */
  const boxOf = (element: Element): DOMRect | null => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const boxes = [element, ...labels].filter(isShown).map((one) => one.getBoundingClientRect());
    if (boxes.length === 0) return null;
    const left = Math.min(...boxes.map((box) => box.left));
    const top = Math.min(...boxes.map((box) => box.top));
    const right = Math.max(...boxes.map((box) => box.right));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    return new DOMRect(left, top, right - left, bottom - top);
  };
  // An open dialog covers the page behind it.
  const modal = document.querySelector('[aria-modal=true]');
  const targets = [...(modal ?? document).querySelectorAll(TARGETS)]
    .filter((element) => element.closest('[inert], [aria-hidden=true]') === null)
    .flatMap((element) => {
      const box = boxOf(element);
      return box === null ? [] : [{ element, box, x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    });
  type Target = (typeof targets)[number];

  const isSmall = ({ box }: Target) => Math.min(box.width, box.height) < MIN_PX - ROUNDING_PX;
  /** Under a menu, or scrolled out of sight under a footer: it cannot be hit there. */
  const isCovered = ({ element, x, y }: Target): boolean => {
    const hit = document.elementFromPoint(x, y);
    if (hit === null || hit.contains(element)) return false;
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    return ![element, ...labels].some((one) => one.contains(hit));
  };
  const isInline = ({ element }: Target) =>
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
    );
  const touches = (one: Target, other: Target): boolean => {
    if (other.element.contains(one.element) || one.element.contains(other.element)) return false;
    const { left, right, top, bottom } = other.box;
    const nearest = [Math.min(Math.max(one.x, left), right), Math.min(Math.max(one.y, top), bottom)] as const;
    if (Math.hypot(one.x - nearest[0], one.y - nearest[1]) < MIN_PX / 2 - ROUNDING_PX) return true;
    return isSmall(other) && Math.hypot(one.x - other.x, one.y - other.y) < MIN_PX - ROUNDING_PX;
  };

  return targets
    .filter((one) => isSmall(one) && !isCovered(one) && !one.element.matches(exceptions) && !isInline(one))
    .filter((one) => targets.some((other) => other !== one && touches(one, other)))
    .map(({ element, box }) => {
      const name = element.getAttribute('aria-label') ?? element.textContent.trim();
      return `target: ${box.width.toFixed(0)} × ${box.height.toFixed(0)} px, ${element.tagName} “${name.slice(0, 40)}”`;
    });
}
