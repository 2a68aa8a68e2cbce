/** The public api key, from a meta element of the page. */
export function backendKey(page: Document): string {
  const key = page.querySelector<HTMLMetaElement>('meta[name="backend-key"]')?.content
  if (!key) throw new Error('The page carries no <meta name="backend-key">: it was not made by our server.')
  return key
}
