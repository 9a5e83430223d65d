import type { CSSVariablesResolver } from '@mantine/core';

/** The colours of the shell for each theme. `accentSoft` becomes the CSS variable `--accent-soft`. */
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
    channelFam: '#3e6852',
    channelTexasRed: '#5c0300',
    channelHex: '#a1790c',
    channelCy5: '#d0457c',
    channelCy55: '#582aa2',
    channelRox: '#8f4700',
    channelTamra: '#523047',
    channelIntercalating: '#4a78ea',
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
    channelFam: '#bdfcaf',
    channelTexasRed: '#cf3f4c',
    channelHex: '#faee40',
    channelCy5: '#f4c1cf',
    channelCy55: '#855dd7',
    channelRox: '#d8944d',
    channelTamra: '#966c7f',
    channelIntercalating: '#4cb0e5',
  },
} as const;

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

/** Active controls use the colour itself: Mantine's shade of it is nearly white in the dark theme. */
const ACTING: Record<string, string> = Object.fromEntries(
  ['accent', 'danger', 'warning', 'success'].flatMap((name): [string, string][] => [
    [`--mantine-color-${name}-light-color`, `var(--${name})`],
    [`--mantine-color-${name}-outline`, `var(--${name})`],
    // Mantine's own leaves the text of a button under the pointer less than 4.5:1.
    [`--mantine-color-${name}-light-hover`, `var(--${name}-soft)`],
  ]),
);

export const tokenVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...variablesOf(TOKENS.light), ...ACTING },
  // Mantine's disabled colours equal the page background in the dark theme.
  dark: {
    ...variablesOf(TOKENS.dark),
    ...ACTING,
    '--mantine-color-disabled': 'var(--mantine-color-dark-5)',
  },
});
