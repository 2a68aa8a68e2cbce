/** Streams the request body back. */
export default (request: Request) =>
  new Response(request.body, { headers: { 'content-type': 'application/octet-stream' } })
