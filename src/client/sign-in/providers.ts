/** Whether the server has this sign-in provider, from a meta element of the page: without a request, so that nothing moves later. */
export const hasProvider = (page: Document, name: string): boolean =>
  page.querySelector<HTMLMetaElement>('meta[name="sign-in-providers"]')?.content.split(' ').includes(name) ?? false
