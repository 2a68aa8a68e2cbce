import { createContext } from 'react'

/** Why a link to this address would be hidden; undefined if it is shown. */
export type LinkCheck = (href: string) => string | undefined

/** Supplied by the editor, which knows the published pages. */
export const LinkCheckContext = createContext<LinkCheck>(() => undefined)
