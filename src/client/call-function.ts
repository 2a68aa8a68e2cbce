// Calls a function from a page of the public site, where the full client would be larger than the page.

export type FunctionRefusal = { code: string; message: string; fields: Record<string, string> }
/** `More`: additional properties of the function's refusals. */
export type Answer<Output, More = unknown> =
  | { data: Output }
  | { refused: FunctionRefusal & Partial<More> }
  | { unreachable: true }

/** Calls one function with the public key. Never throws: a network failure is a result that the caller must handle. */
export async function callFunction<Output, More = unknown>(
  name: string,
  key: string,
  input: unknown,
): Promise<Answer<Output, More>> {
  let response: Response
  let body: unknown
  try {
    response = await fetch(`/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: key },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(20_000),
    })
    body = await response.json()
  } catch {
    return { unreachable: true }
  }
  if (response.ok) return { data: body as Output }
  return {
    refused: { code: 'unexpected', message: '', fields: {}, ...(Object(body) as Partial<FunctionRefusal & More>) },
  }
}
