import fastify, { type FastifyPluginAsync } from 'fastify'
import { afterAll } from 'vitest'
import { openGateway } from '#kernel/http/gateway.ts'
import { createTokens, makeKeySet } from '#kernel/jwt.ts'

/** Fresh keys, and the tokens of two users who live only in tokens. */
export async function testTokens() {
  const tokens = await createTokens(await makeKeySet(), 'http://localhost/auth/v1')
  const signIn = (claims: Record<string, unknown> = {}, seconds = 3600) =>
    tokens.sign({ role: 'authenticated', sub: crypto.randomUUID(), ...claims }, seconds)
  return { ...tokens, signIn }
}

/** One surface of the kernel behind the real gateway, listening on a port of its own until the file is done. */
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
