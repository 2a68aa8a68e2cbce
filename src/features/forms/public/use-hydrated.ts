import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page is hydrated: the first render matches the server's. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
