/** The widths in which buttons of the editor are icons, as in its style sheet. */
export const NARROW_EDITOR = '(60em <= width < 75em)';
