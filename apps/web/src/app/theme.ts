import type {
  Badge,
  Button,
  EmptyState,
  Input,
  InputWrapper,
  Kbd,
  MantineColorsTuple,
  Menu,
  Modal,
  MultiSelect,
  Popover,
  Select,
} from '@mantine/core';
import { createTheme } from '@mantine/core';

import { text } from '../locale/text.ts';
import { chooseHighlighted } from '../shared/ui/fields/highlighted-option.ts';
import { TOKENS } from './theme-tokens.ts';

/** Shade 7 (light) and shade 3 (dark) are the token itself; shade 0 is its soft background. */
function statusTuple(light: string, dark: string, soft: string): MantineColorsTuple {
  return [soft, soft, dark, dark, dark, light, light, light, light, light];
}

const { light, dark } = TOKENS;

/** Height, padding and font size of buttons: toolbar, default and main action. */
const BUTTONS: Readonly<Record<string, Record<`--button-${string}`, string>>> = {
  xs: { '--button-height': '1.75rem', '--button-padding-x': '0.5625rem', '--button-fz': '0.75rem' },
  sm: { '--button-height': '2rem', '--button-padding-x': '0.75rem', '--button-fz': '0.8125rem' },
  md: { '--button-height': '2.25rem', '--button-padding-x': '1.125rem', '--button-fz': '0.8125rem' },
};

/** What the theme may set of a component. Its own `extend` would make every page wait for its code. */
type Themed<Component extends { readonly extend: (settings: never) => unknown }> = Parameters<
  Component['extend']
>[0];

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
    // Mantine's small badges and keys have texts below 11 px.
    Badge: {
      vars: (_theme, { size }) => ({ root: size === 'sm' ? { '--badge-fz': '0.6875rem' } : {} }),
    } satisfies Themed<typeof Badge>,
    Button: {
      defaultProps: { fw: 500 },
      vars: (_theme, { size = 'sm' }) => ({ root: BUTTONS[size] ?? {} }),
    } satisfies Themed<typeof Button>,
    EmptyState: { defaultProps: { p: 'lg' } } satisfies Themed<typeof EmptyState>,
    Input: {
      vars: (_theme, props) => ({
        wrapper:
          props.size === 'xs'
            ? { '--input-height': '1.875rem', '--input-fz': '0.8125rem' }
            : { '--input-height': '2.125rem', '--input-fz': '0.875rem' },
      }),
    } satisfies Themed<typeof Input>,
    InputWrapper: {
      vars: () => ({
        label: { '--input-label-size': '0.75rem' },
        description: { '--input-description-size': '0.75rem' },
        error: { '--input-error-size': '0.75rem' },
        success: {},
      }),
      styles: {
        label: { fontWeight: 500, color: 'var(--ink2)', lineHeight: '1rem', marginBottom: 3 },
        // Leaves room for the focus ring around the field.
        error: { marginTop: 5 },
      },
    } satisfies Themed<typeof InputWrapper>,
    Kbd: {
      vars: (_theme, { size }) => ({ root: size === 'xs' ? { '--kbd-fz': '0.6875rem' } : {} }),
    } satisfies Themed<typeof Kbd>,
    Menu: {
      // An open menu stays in its landmark, and its items are its only children.
      defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false },
      styles: { item: { minHeight: 28 } },
    } satisfies Themed<typeof Menu>,
    Modal: {
      defaultProps: {
        centered: true,
        radius: 10,
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': text.common.close },
        // Otherwise a dialog's header counts as a second banner landmark.
        attributes: { header: { role: 'presentation' } },
      },
      styles: {
        content: { background: 'var(--raised)' },
        header: { background: 'var(--raised)' },
        title: { fontWeight: 600, fontSize: '0.9375rem' },
      },
    } satisfies Themed<typeof Modal>,
    MultiSelect: {
      defaultProps: { onKeyDownCapture: chooseHighlighted },
      // With one line of values as high as other fields.
      styles: { input: { paddingBlock: '0.21875rem' } },
    } satisfies Themed<typeof MultiSelect>,
    Popover: {
      defaultProps: { transitionProps: { duration: 120 } },
      styles: { dropdown: { background: 'var(--raised)', borderColor: 'var(--control)' } },
    } satisfies Themed<typeof Popover>,
    Select: { defaultProps: { onKeyDownCapture: chooseHighlighted } } satisfies Themed<typeof Select>,
  },
});
