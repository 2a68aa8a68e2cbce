import { vi } from 'vitest'

/** Asks again, every `interval` milliseconds, until the assertions in `look` hold. Patient: a slow machine is no fault of the product. */
export const eventually = <T>(look: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(look, { timeout: 15_000, interval })
