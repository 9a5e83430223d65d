import {
  createTheme,
  Input,
  InputWrapper,
  Button,
  Modal,
  Popover,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** The colours of the frame, per theme; the CSS variable of `accentSoft` is `--accent-soft`. */
export const TOKENS = {
  light: {
    page: '#f3f5f8',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#e9edf2',
    line: '#d3d9e1',
    control: '#7d8896',
    ink: '#14181f',
    ink2: '#434c58',
    ink3: '#5d6774',
    accent: '#1d5fb8',
    onAccent: '#ffffff',
    accentSoft: '#e3edfb',
    danger: '#b3261e',
    dangerSoft: '#fdeceb',
    warning: '#855000',
    warningSoft: '#fff2d6',
    success: '#17694a',
    successSoft: '#e2f4eb',
    grid: '#e6eaef',
    zoneOdd: 'rgb(20 24 31 / 5.5%)',
    zoneEven: 'rgb(20 24 31 / 10%)',
    kitTag2: '#e4dbf6',
    kitTag3: '#d9efe4',
    kitTag4: '#fbe0d3',
    kitTag5: '#dbe8fa',
    kitTag6: '#f3e6b8',
  },
  dark: {
    page: '#0d0f13',
    surface: '#14171c',
    raised: '#1d2128',
    sunken: '#0a0c0f',
    line: '#2c323b',
    control: '#76818f',
    ink: '#edf0f4',
    ink2: '#bcc5cf',
    ink3: '#97a2af',
    accent: '#82b4ff',
    onAccent: '#0d0f13',
    accentSoft: '#172a49',
    danger: '#ff9d94',
    dangerSoft: '#3c1513',
    warning: '#ffc868',
    warningSoft: '#38280a',
    success: '#70d4a7',
    successSoft: '#0f2f22',
    grid: '#22272f',
    zoneOdd: 'rgb(237 240 244 / 6%)',
    zoneEven: 'rgb(237 240 244 / 11%)',
    kitTag2: '#3a3152',
    kitTag3: '#1d3b2e',
    kitTag4: '#4a2a1b',
    kitTag5: '#1f3552',
    kitTag6: '#453a12',
  },
} as const;

/** Shades 7 (light) and 3 (dark) are the token; 0 its soft ground. */
function statusTuple(light: string, dark: string, soft: string): MantineColorsTuple {
  return [soft, soft, dark, dark, dark, light, light, light, light, light];
}

const { light, dark } = TOKENS;

export const theme = createTheme({
  fontFamily:
    '"Inter Variable", Inter, "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Roboto, "Noto Sans", Arial, sans-serif',
  fontFamilyMonospace: '"Cascadia Mono", "SF Mono", ui-monospace, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.6875rem', sm: '0.75rem', md: '0.875rem', lg: '0.9375rem', xl: '1.25rem' },
  lineHeights: { xs: '1.2727', sm: '1.3333', md: '1.4286', lg: '1.3333', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.3333' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4286' },
    },
  },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '999px' },
  defaultRadius: 6,
  colors: {
    accent: [
      '#e3edfb',
      '#cfe0f9',
      '#a9caff',
      '#82b4ff',
      '#5f9bef',
      '#4485dd',
      '#2f71cb',
      '#1d5fb8',
      '#174d97',
      '#113b75',
    ],
    danger: statusTuple(light.danger, dark.danger, light.dangerSoft),
    warning: statusTuple(light.warning, dark.warning, light.warningSoft),
    success: statusTuple(light.success, dark.success, light.successSoft),
    dark: [
      dark.ink,
      dark.ink2,
      dark.ink3,
      dark.control,
      dark.line,
      '#22272f',
      dark.surface,
      dark.page,
      dark.sunken,
      dark.sunken,
    ],
  },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { fw: 500 },
      vars: (_theme, props) => ({
        root:
          props.size === undefined || props.size === 'sm'
            ? { '--button-height': '2rem', '--button-padding-x': '0.75rem', '--button-fz': '0.8125rem' }
            : props.size === 'md'
              ? { '--button-height': '2.25rem', '--button-padding-x': '1.125rem', '--button-fz': '0.8125rem' }
              : props.size === 'xs'
                ? {
                    '--button-height': '1.75rem',
                    '--button-padding-x': '0.5625rem',
                    '--button-fz': '0.75rem',
                  }
                : {},
      }),
    }),
    Input: Input.extend({
      vars: (_theme, props) => ({
        wrapper:
          props.size === 'xs'
            ? { '--input-height': '1.875rem', '--input-fz': '0.8125rem' }
            : { '--input-height': '2.125rem', '--input-fz': '0.875rem' },
      }),
    }),
    InputWrapper: InputWrapper.extend({
      vars: () => ({
        label: { '--input-label-size': '0.75rem' },
        description: { '--input-description-size': '0.75rem' },
        error: { '--input-error-size': '0.75rem' },
        success: {},
      }),
      styles: { label: { fontWeight: 500, color: 'var(--ink2)', lineHeight: '1rem', marginBottom: 3 } },
    }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        radius: 10,
        transitionProps: { duration: 120 },
        // Else a dialog's head counts as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
      styles: {
        content: { background: 'var(--raised)' },
        header: { background: 'var(--raised)' },
        title: { fontWeight: 600, fontSize: '0.9375rem' },
      },
    }),
    Popover: Popover.extend({
      defaultProps: { transitionProps: { duration: 120 } },
      styles: { dropdown: { background: 'var(--raised)', borderColor: 'var(--control)' } },
    }),
  },
});

function variablesOf(tokens: Record<string, string>): Record<string, string> {
  const own = Object.fromEntries(
    Object.entries(tokens).map(([name, value]) => [
      `--${name.replace(/[A-Z](?=[a-z])/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value,
    ]),
  );
  return {
    ...own,
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink3)',
    '--mantine-color-placeholder': 'var(--ink3)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--control)',
  };
}

/** Writes the tokens as CSS variables; pass it to MantineProvider as `cssVariablesResolver`. */
export const tokenVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf(light),
  dark: variablesOf(dark),
});
