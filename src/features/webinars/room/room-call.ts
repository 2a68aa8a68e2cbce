// Requests of the room to the functions of the server.

export class RoomRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Calls a function with the api key, or with a registrant's token. `keepalive`: also while the page closes. */
export async function callRoom<Answer>(
  name: string,
  input: object,
  { key, access, keepalive = false }: { key: string; access?: string | undefined; keepalive?: boolean },
): Promise<Answer> {
  const answer = await fetch(`/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: key, authorization: `Bearer ${access ?? key}` },
    body: JSON.stringify(input),
    keepalive,
  })
  const body = (await answer.json()) as Answer & { code?: string }
  if (!answer.ok) throw new RoomRefused(body.code ?? 'failed')
  return body
}
