/** Whoever comes is let in, with a key or without: a webhook proves itself by its content. */
export default {
  verify: false,
  methods: ['GET', 'POST'],
  fetch: (_request: Request, { caller }: { caller: { claims: { role: string } } }) => new Response(caller.claims.role),
}
