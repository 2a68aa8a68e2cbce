/** The provider says no, or the person did there. Its words go on to the client as they are. */
export class ProviderRefusal extends Error {
  readonly error: string

  constructor(error: string, description = '') {
    super(description)
    this.name = 'ProviderRefusal'
    this.error = error
  }
}

/** In the query and in the fragment, as every failed sign-in by a provider. */
export function withProviderRefusal(address: string, { error, message }: ProviderRefusal) {
  const values = { error: error.slice(0, 200), error_description: message.slice(0, 1000) }
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  url.hash = new URLSearchParams({ ...values, sb: '' }).toString()
  return url.href
}
