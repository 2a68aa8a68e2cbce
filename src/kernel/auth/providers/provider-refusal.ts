/** An error that the provider returned, for example access_denied. It is passed to the client unchanged. */
export class ProviderRefusal extends Error {
  readonly error: string

  constructor(error: string, description = '') {
    super(description)
    this.name = 'ProviderRefusal'
    this.error = error
  }
}

/** Puts the error into query and fragment, as for every failed provider sign-in. */
export function withProviderRefusal(address: string, { error, message }: ProviderRefusal) {
  const values = { error: error.slice(0, 200), error_description: message.slice(0, 1000) }
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  url.hash = new URLSearchParams({ ...values, sb: '' }).toString()
  return url.href
}
