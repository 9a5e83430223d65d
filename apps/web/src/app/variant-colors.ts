import { defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core';

/** Colours whose fill is dark in light and light in dark, which one computed contrast cannot follow. */
const OWN_COLOURS: readonly unknown[] = [undefined, 'accent', 'danger', 'warning', 'success'];

/** Mantine's colours of buttons and icons, with text that can be read on a filled one in both themes. */
export const variantColors: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input);
  return input.variant === 'filled' && OWN_COLOURS.includes(input.color)
    ? { ...colours, color: 'var(--on-accent)' }
    : colours;
};
