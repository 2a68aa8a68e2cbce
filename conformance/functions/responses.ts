const form = new FormData()
form.append('name', 'דנה')
form.append('file', new File(['אב'], 'קובץ.txt', { type: 'text/plain' }))

const responses: Record<string, () => Response> = {
  json: () => Response.json({ שלום: ['עולם'] }),
  text: () => new Response('שלום'),
  html: () => new Response('<b>שלום</b>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  bytes: () => new Response(new Uint8Array([0, 255, 7]), { headers: { 'content-type': 'application/octet-stream' } }),
  pdf: () => new Response('%PDF-1.7', { headers: { 'content-type': 'Application/PDF' } }),
  form: () => new Response(form),
  nothing: () => new Response(null, { status: 204 }),
  away: () => Response.redirect('https://example.com/away', 303),
  teapot: () =>
    Response.json({ code: 'teapot' }, { status: 418, headers: { 'my-own-header': 'תה'.length.toString() } }),
}

/** Returns the requested kind of response. */
export default async (request: Request) => responses[await request.text()]!()
