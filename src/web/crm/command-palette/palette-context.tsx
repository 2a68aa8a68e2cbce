import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from 'react'
import { useShortcut } from '../shell/shortcuts.ts'

const fetchFinder = () => import('./crm-palette.tsx')
const Finder = lazy(fetchFinder)
const FinderContext = createContext<() => void>(() => {})

/** Opens the line that finds people and does things. */
export const useFinder = () => useContext(FinderContext)

export function FinderProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  // Fetched while nothing else is to be done, so that the first letter after the shortcut already lands in it.
  useEffect(() => {
    const idle = setTimeout(() => void fetchFinder(), 1_500)
    return () => clearTimeout(idle)
  }, [])
  const show = useCallback(() => {
    setWanted(true)
    setOpen(true)
  }, [])
  useShortcut('find', () => (open ? setOpen(false) : show()))
  return (
    <FinderContext value={show}>
      {children}
      {wanted && (
        <Suspense fallback={null}>
          <Finder open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </FinderContext>
  )
}
