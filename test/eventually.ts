import { vi } from 'vitest'

/** Retries `look` every `interval` milliseconds until its assertions pass; the timeout allows for slow machines. */
export const eventually = <T>(look: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(look, { timeout: 45_000, interval })
