import { createContext } from 'react'
import type { Suggestions } from '#platform/pages/fields.ts'

/** Display names by public id. */
export type Choices = Readonly<Record<Suggestions, ReadonlyMap<string, string>>>

const none: ReadonlyMap<string, string> = new Map()

/** Selectable rows for fields that contain a public id, supplied by the editor. Without any, the id is typed. */
export const ChoicesContext = createContext<Choices>({ forms: none, products: none })
