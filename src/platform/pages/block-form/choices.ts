import { createContext } from 'react'
import type { Suggestions } from '#platform/pages/fields.ts'

/** Names by public id. */
export type Choices = Readonly<Record<Suggestions, ReadonlyMap<string, string>>>

const none: ReadonlyMap<string, string> = new Map()

/** Rows that a line can hold, supplied by the editor. Without any, their ids are typed. */
export const ChoicesContext = createContext<Choices>({ forms: none, products: none })
