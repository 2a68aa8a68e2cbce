import { createContext, type ReactNode, useContext } from 'react'

/** Renders what staff read about a contact before a call. A module of a lower layer shows it without importing the one that knows. */
export const CallPreparationContext = createContext<(contactId: string) => ReactNode>(() => null)

export const useCallPreparation = () => useContext(CallPreparationContext)
