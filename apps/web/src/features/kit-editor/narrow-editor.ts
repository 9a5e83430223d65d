/** The widths at which buttons of the editor show only their icons, as in `kit-editor.module.css`. */
export const NARROW_EDITOR = '(60em <= width < 75em)';
