import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'

type Naming = { title: string; name: (title: string) => void }
const NamingContext = createContext<Naming | null>(null)

/** Keeps the name of the screen that is shown, for the top bar and the window. */
export function ScreenNaming({ business, children }: { business: string; children: ReactNode }) {
  const [title, name] = useState('')
  useEffect(() => {
    document.title = [title, business].filter(Boolean).join(' | ')
  }, [title, business])
  const naming = useMemo(() => ({ title, name }), [title])
  return <NamingContext value={naming}>{children}</NamingContext>
}

/** Called by every screen: its name goes into the window's title and the top bar, and is read out on arrival. */
export function useScreenTitle(title: string) {
  const name = useContext(NamingContext)?.name
  useEffect(() => name?.(title), [name, title])
}

export const useShownTitle = () => useContext(NamingContext)?.title ?? ''
