import { createContext } from 'react'

/** Why a link to this address would not be shown; undefined for one that is. */
export type LinkCheck = (href: string) => string | undefined

/** Supplied by the editor, which knows the published pages. */
export const LinkCheckContext = createContext<LinkCheck>(() => undefined)
