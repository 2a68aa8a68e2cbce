import { useSyncExternalStore } from 'react'

const wide = () => matchMedia('(min-width: 60rem)')

/** Whether there is room beside the content. Only for what need not be fetched otherwise: layout itself belongs to the stylesheet. */
export const useWideScreen = () =>
  useSyncExternalStore(
    (listener) => {
      const query = wide()
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => wide().matches,
  )
