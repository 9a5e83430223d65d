/**
 * Cells and facts with a time, a figure, a state or a code whose text is cut. Names may end with an ellipsis. Runs in the
 * page. @param states words of states, separated by `|`
 */
export function cutCells(states: string): string[] {
  const LONGEST = 60;
  const TIME = String.raw`\d{2}-\d{2}-\d{4}|\d{2}:\d{2}`;
  const FIGURE = String.raw`^[-+−±]?[\d.,\s]*\d( ?(%|°C|h|min|days?|ms|s|RFU))?$`;
  const CODE = '^(?=.*[0-9])[A-Z0-9][A-Z0-9-]{2,23}$';
  const kept = new RegExp(`${TIME}|${FIGURE}|^(${states})$|${CODE}`, 'u');
  const cells = 'td, th, dd, [role=cell], [role=rowheader], [role=columnheader]';
  const found = new Set<string>();
  for (const element of document.querySelectorAll(`:is(${cells}), :is(${cells}) *`)) {
    const text = element.textContent.trim();
    if (text.length > LONGEST || !kept.test(text)) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const { width } = element.getBoundingClientRect();
    // Text for screen readers only.
    if (width <= 1) continue;
    const { overflowX, overflowY, display } = getComputedStyle(element);
    if (display === 'inline') continue;
    const isWide = element.scrollWidth > element.clientWidth + 1;
    const isHigh = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2;
    if ((isWide && (overflowX !== 'visible' || element.matches(cells))) || isHigh)
      found.add(`cut: ${element.tagName} “${text}”, ${element.scrollWidth} px in ${element.clientWidth} px`);
  }
  return [...found];
}
