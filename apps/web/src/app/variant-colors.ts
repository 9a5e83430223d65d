import { defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core';

/** Fills that are dark in the light theme and vice versa; Mantine computes one contrast for both. */
const OWN_COLOURS: readonly unknown[] = [undefined, 'accent', 'danger', 'warning', 'success'];

/** Mantine's button and icon colours, with text that is readable on a filled one in both themes. */
export const variantColors: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input);
  return input.variant === 'filled' && OWN_COLOURS.includes(input.color)
    ? { ...colours, color: 'var(--on-accent)' }
    : colours;
};
