// Maps page paths to editor paths.
import { framePath, siteWidePath } from './pages.ts'

const named: readonly (readonly [path: string, name: string])[] = [
  ['/', 'home'],
  [siteWidePath, 'everywhere'],
  [framePath, 'everywhere-menu'],
]

export const pageEditorPath = (path: string) =>
  `/crm/site/pages/${named.find(([of]) => of === path)?.[1] ?? path.slice(1)}`

/** The page of an editor path; `rest` follows `/crm/site/pages/`. */
export const pageOfEditorPath = (rest: string) => named.find(([, name]) => name === rest)?.[0] ?? `/${rest}`
