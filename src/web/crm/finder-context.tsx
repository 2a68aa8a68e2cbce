import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'
import { useShortcut } from './shortcuts.ts'

const Finder = lazy(() => import('./finder.tsx'))
const FinderContext = createContext<() => void>(() => {})

/** Opens the line that finds people and does things. */
export const useFinder = () => useContext(FinderContext)

export function FinderProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
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
