import { address, publicKey } from './clients.ts'

type Request = {
  method?: string
  body?: string | object
  headers?: Record<string, string>
  at?: string
  token?: string
}

/** Sends a raw request, for cases that the official client cannot produce. */
export async function ask(path: string, { method, body, headers, at = address, token = publicKey }: Request = {}) {
  const response = await fetch(`${at}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: publicKey,
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as unknown,
  }
}
