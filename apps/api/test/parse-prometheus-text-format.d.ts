declare module 'parse-prometheus-text-format' {
  interface Family {
    readonly name: string;
    readonly help: string;
    readonly type: 'COUNTER' | 'GAUGE' | 'HISTOGRAM' | 'SUMMARY' | 'UNTYPED';
    readonly metrics: readonly { readonly value?: string }[];
  }
  export default function parse(text: string): readonly Family[];
}
