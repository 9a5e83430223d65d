/** px, as in the style sheet. */
export const ROW_HEIGHT = 28;

/** The place of rows out of view. */
export const Gap = ({ rows, span }: { readonly rows: number; readonly span: number }) =>
  rows > 0 && (
    <tr aria-hidden="true" style={{ height: rows * ROW_HEIGHT }}>
      <td colSpan={span} />
    </tr>
  );
