// Maps page paths to editor paths.

/** Editor path of a page. */
export const pageEditorPath = (path: string) =>
  `/crm/site/pages/${path === '/' ? 'home' : path === '/*' ? 'everywhere' : path.slice(1)}`

/** The page of an editor path; `rest` follows `/crm/site/pages/`. */
export const pageOfEditorPath = (rest: string) => (rest === 'home' ? '/' : rest === 'everywhere' ? '/*' : `/${rest}`)
