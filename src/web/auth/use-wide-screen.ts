import { useSyncExternalStore } from 'react'

const wide = () => matchMedia('(min-width: 60rem)')

/** Whether the viewport has room beside the content. Only to skip fetching: layout belongs to the stylesheet. */
export const useWideScreen = () =>
  useSyncExternalStore(
    (listener) => {
      const query = wide()
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => wide().matches,
  )
