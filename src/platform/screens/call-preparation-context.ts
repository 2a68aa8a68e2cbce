import { createContext, type ReactNode, useContext } from 'react'

/** Renders what staff read about a contact before a call. Injected, so that a lower layer can show it without importing its feature. */
export const CallPreparationContext = createContext<(contactId: string) => ReactNode>(() => null)

export const useCallPreparation = () => useContext(CallPreparationContext)
