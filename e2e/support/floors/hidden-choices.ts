/**
 * Chosen items that look like the others of their group. Runs in the page, in forced colours, which remove backgrounds and
 * shadows. Wells share one outline, which has a test of its own.
 */
export function hiddenChoices(): string[] {
  const CHOSEN =
    '[aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false]), [aria-checked=true]';
  const GROUPS = '[role=tablist], [role=listbox], [role=group], [role=radiogroup], nav, tbody, ul, ol';
  const lookOf = (element: Element): string => {
    const style = getComputedStyle(element);
    return [
      ...[style.backgroundColor, style.color, style.textDecorationLine],
      ...[style.outlineStyle, style.outlineColor, style.borderTopStyle],
      ...[style.borderTopColor, style.borderTopWidth, style.borderLeftColor, style.borderBottomColor],
      String(element.querySelectorAll('svg').length),
    ].join();
  };
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  return [...document.querySelectorAll(CHOSEN)].flatMap((element) => {
    if (!isShown(element) || element.matches('[role=gridcell], :focus')) return [];
    const others = [...(element.closest(GROUPS)?.querySelectorAll(element.tagName) ?? [])].filter(
      (other) =>
        other !== element &&
        !other.matches(CHOSEN) &&
        other.getAttribute('role') === element.getAttribute('role') &&
        other.hasAttribute('aria-pressed') === element.hasAttribute('aria-pressed') &&
        isShown(other),
    );
    const isHidden = others.length > 0 && others.some((other) => lookOf(other) === lookOf(element));
    return isHidden ? [`choice: ${element.tagName} “${element.textContent.trim().slice(0, 40)}”`] : [];
  });
}
