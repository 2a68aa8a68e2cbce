import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from 'react'
import { useShortcut } from '../navigation/shortcuts.ts'

const fetchPalette = () => import('./crm-palette.tsx')
const CrmPalette = lazy(fetchPalette)
const PaletteContext = createContext<() => void>(() => {})

export const useOpenPalette = () => useContext(PaletteContext)

export function PaletteProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [isRequested, setWanted] = useState(false)
  // Preloaded when idle, so that the first keystroke after the shortcut reaches the input.
  useEffect(() => {
    const idle = setTimeout(() => void fetchPalette(), 1_500)
    return () => clearTimeout(idle)
  }, [])
  const show = useCallback(() => {
    setWanted(true)
    setOpen(true)
  }, [])
  useShortcut('find', () => (open ? setOpen(false) : show()))
  return (
    <PaletteContext value={show}>
      {children}
      {isRequested && (
        <Suspense fallback={null}>
          <CrmPalette open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </PaletteContext>
  )
}
