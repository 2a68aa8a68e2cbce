/** Whether the server supports this sign-in provider. Read from a meta element of the page, so that no late response shifts the layout. */
export const hasProvider = (page: Document, name: string): boolean =>
  page.querySelector<HTMLMetaElement>('meta[name="sign-in-providers"]')?.content.split(' ').includes(name) ?? false
