// Where a page is written, by where it stands.

/** The address of the editor of a page. */
export const pageEditorPath = (path: string) =>
  `/crm/site/pages/${path === '/' ? 'home' : path === '/*' ? 'everywhere' : path.slice(1)}`

/** Which page an editor's address names: what follows `/crm/site/pages/`. */
export const pageOfEditorPath = (rest: string) => (rest === 'home' ? '/' : rest === 'everywhere' ? '/*' : `/${rest}`)
