/** A whole number of 32 bits in the kernel; any other number is one of 64 bits with a point. */
export type Int = number;
/** The index of a loop over readings that the kernel takes two at a time. */
export type Pairwise = number;

/** What the analysis uses of the engine's WebAssembly. */
interface WebAssemblyApi {
  readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}
export const { Memory, Module, Instance } = (
  globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }
).WebAssembly;

/** 64 KiB each. */
export const KERNEL_PAGES = 4;

/** Working memory of the one fit that runs at a time, seen by the kernel and by what stands around it. */
export const kernelMemory = new Memory({ initial: KERNEL_PAGES, maximum: KERNEL_PAGES });
