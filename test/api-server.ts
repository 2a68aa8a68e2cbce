import fastify, { type FastifyPluginAsync } from 'fastify'
import { afterAll } from 'vitest'
import { openGateway } from '#kernel/http/gateway.ts'
import { createTokens, makeKeySet } from '#kernel/jwt.ts'

/** Fresh keys, and a function that signs tokens of users without database rows. */
export async function testTokens() {
  const tokens = await createTokens(await makeKeySet(), 'http://localhost/auth/v1')
  const signIn = (claims: Record<string, unknown> = {}, seconds = 3600) =>
    tokens.sign({ role: 'authenticated', sub: crypto.randomUUID(), ...claims }, seconds)
  return { ...tokens, signIn }
}

/** One API of the kernel behind the gateway, listening on a free port for this test file. */
export async function testApi(
  tokens: Awaited<ReturnType<typeof testTokens>>,
  prefix: string,
  routes: FastifyPluginAsync,
  isPublic?: (path: string) => boolean,
) {
  const app = fastify()
  await app.register(
    async (scope) => {
      openGateway(scope, { tokens, ...(isPublic && { isPublic }) })
      await scope.register(routes)
    },
    { prefix },
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())
  return { app, url }
}
