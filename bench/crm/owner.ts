import { randomUUID } from 'node:crypto'
import { createTokens } from '#kernel/jwt.ts'
import type { makeInstallation } from '../installation.ts'
import { claimsOf } from '../rest/questions.ts'

/** An owner with an access token valid for an hour, signed with the key of this installation. */
export async function ownerOf(installation: Awaited<ReturnType<typeof makeInstallation>>) {
  const id = randomUUID()
  await installation.sql(
    `insert into auth.users (id, aud, role, email) values ($1, 'authenticated', 'authenticated', 'owner@example.com')`,
    [id],
  )
  await installation.sql(`insert into user_roles (user_id, role) values ($1, 'owner')`, [id])
  const tokens = await createTokens(installation.keys(), installation.url)
  return { token: await tokens.sign(claimsOf(id), 3600), key: tokens.anonKey }
}
