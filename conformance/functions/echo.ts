/** Returns the request as JSON. */
export default async (request: Request, { path }: { path: string }) => {
  const body = new Uint8Array(await request.arrayBuffer())
  return Response.json({
    method: request.method,
    path,
    query: Object.fromEntries(new URL(request.url).searchParams),
    type: request.headers.get('content-type'),
    region: request.headers.get('x-region'),
    own: request.headers.get('my-own-header'),
    text: new TextDecoder().decode(body.subarray(0, 200)),
    size: body.length,
  })
}
