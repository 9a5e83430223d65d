interface TrustedTypes {
  createPolicy(name: string, rules: { readonly createHTML: (text: string) => string | null }): unknown;
}

/**
 * The content security policy lets text become markup only through a policy: that of DOMPurify, which cleans release
 * notes, and this one for all else. Mantine writes its styles so; nothing else may, and what has a tag is refused.
 */
export function allowStylesOnly(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
}
