import classes from './diagnostic-code.module.css';

interface DiagnosticCodeProps {
  readonly look: {
    readonly code: string;
    readonly fill: string | null;
    readonly text: string;
    readonly edge: string;
  };
  readonly small?: boolean;
}

/** The code of a result on its colour, as on the well. */
export function DiagnosticCode({ look, small = false }: DiagnosticCodeProps) {
  return (
    <span
      className={classes['code']}
      data-small={small || undefined}
      style={{
        background: look.fill ?? 'var(--surface)',
        color: look.text,
        borderColor: look.edge,
        borderStyle: look.fill === null ? 'dashed' : 'solid',
      }}
    >
      {look.code}
    </span>
  );
}
