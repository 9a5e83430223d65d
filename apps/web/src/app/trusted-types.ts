interface TrustedTypes {
  createPolicy(name: string, rules: { readonly createHTML: (text: string) => string | null }): unknown;
}

/**
 * The content security policy turns text into markup only through a policy: DOMPurify's for release notes,
 * and this one for the style sheets that Mantine inserts. It refuses any text that contains a tag.
 */
export function allowStylesOnly(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
}
