import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { testTokens } from '../../../../test/api-server.ts'
import { openEnvironment, watch } from './environment.fixture.ts'

const { tokens, quickUrl, clientFor } = await openEnvironment('log')

test('a forged or expired token opens no channel, and closes an open one', async () => {
  const foreignIssuer = await testTokens()
  const forged = await watch(await clientFor(await foreignIssuer.signIn()))
  expect(forged.statuses[0]).toBe('CHANNEL_ERROR')
  const expired = await watch(await clientFor(await tokens.signIn({}, -3600)))
  expect(expired.statuses[0]).toBe('CHANNEL_ERROR')

  const client = await clientFor(await tokens.signIn())
  const watching = await watch(client)
  await client.become(await foreignIssuer.signIn())
  await eventually(() => expect(watching.statuses).toEqual(['SUBSCRIBED', 'CLOSED']))
  expect(watching.system[1]).toMatchObject({ extension: 'system', status: 'error' })
})

test('an expired token has a grace period for its successor, then the channel is closed', async () => {
  const client = await clientFor(await tokens.signIn({}, 8), '2.0.0', quickUrl)
  const refreshed = await watch(client)
  await client.become(await tokens.signIn())
  const forgotten = await watch(await clientFor(await tokens.signIn({}, 9), '2.0.0', quickUrl))
  await eventually(() => expect(forgotten.statuses).toContain('CLOSED'))
  expect(forgotten.system.at(-1)).toMatchObject({ status: 'error', message: 'Token has expired' })
  expect(refreshed.statuses).toEqual(['SUBSCRIBED'])
})
