import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'

type ScreenTitle = { title: string; name: (title: string) => void }
const NamingContext = createContext<ScreenTitle | null>(null)

/** Provides the current screen's title to the top bar and the document. */
export function ScreenTitleProvider({ business, children }: { business: string; children: ReactNode }) {
  const [title, name] = useState('')
  useEffect(() => {
    document.title = [title, business].filter(Boolean).join(' | ')
  }, [title, business])
  const naming = useMemo(() => ({ title, name }), [title])
  return <NamingContext value={naming}>{children}</NamingContext>
}

/** Sets the title of the document and the top bar, which is announced on navigation. */
export function useScreenTitle(title: string) {
  const name = useContext(NamingContext)?.name
  useEffect(() => name?.(title), [name, title])
}

export const useShownTitle = () => useContext(NamingContext)?.title ?? ''
