/** Requires no API key, as a webhook that is authenticated by its content. */
export default {
  verify: false,
  methods: ['GET', 'POST'],
  fetch: (_request: Request, { caller }: { caller: { claims: { role: string } } }) => new Response(caller.claims.role),
}
