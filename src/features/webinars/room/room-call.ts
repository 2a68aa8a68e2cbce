// Requests of the room to the functions of the server.

export class RoomRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

type Options = {
  key: string
  access?: string | undefined
  /** Keeps the request alive while the page closes. */
  keepalive?: boolean
  /** The origin of the server; default: that of the page. */
  origin?: string
}

/** Calls a function with the api key, or with a registrant's token. */
export async function callRoom<Answer>(
  name: string,
  input: object,
  { key, access, keepalive = false, origin = '' }: Options,
): Promise<Answer> {
  const answer = await fetch(`${origin}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: key, authorization: `Bearer ${access ?? key}` },
    body: JSON.stringify(input),
    keepalive,
  })
  const body = (await answer.json()) as Answer & { code?: string }
  if (!answer.ok) throw new RoomRefused(body.code ?? 'failed')
  return body
}
