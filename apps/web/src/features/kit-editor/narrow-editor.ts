/** The widths at which buttons of the editor show only their icons, as in the style sheets. */
export const NARROW_EDITOR = '(60em <= width < 75em)';
