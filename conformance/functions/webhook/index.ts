/** Requires no API key, like a webhook that is authenticated by its signature. */
export default {
  verify: false,
  methods: ['GET', 'POST'],
  fetch: (_request: Request, { caller }: { caller: { claims: { role: string } } }) => new Response(caller.claims.role),
}
