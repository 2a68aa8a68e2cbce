/** Sends back what comes, while it comes. */
export default (request: Request) =>
  new Response(request.body, { headers: { 'content-type': 'application/octet-stream' } })
