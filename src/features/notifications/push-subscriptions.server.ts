// push-subscriptions: the installation's public key, and the caller's own browsers with their encrypted subscriptions.
import { hashKey } from '#lib/hash-key.ts'
import { isPushService, makePushKeys, type PushKeys, type PushTarget } from '#integrations/web-push.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { SealedColumn } from '#platform/sealing/reseal.server.ts'
import type { Seal, SealFor } from '#platform/sealing/sealing.server.ts'
import { maxBrowsers, PushAnswer, PushCall, type PushSurface, refusals } from './push.ts'

export const sealedPushTargets: SealedColumn = {
  table: 'public.push_subscriptions',
  column: 'sealed',
  key: ['id'],
  owner: 'user_id',
  purpose: 'addresses of browsers',
}

export const sealedPushKeys: SealedColumn = {
  table: 'public.push_keys',
  column: 'sealed',
  key: ['id'],
  owner: 'id',
  purpose: 'keys of browser push',
}

export const pushSubscriptions = (sealFor: SealFor) =>
  defineFunction({
    name: 'push-subscriptions',
    caller: async (db) =>
      (await db.one<{ is: boolean }>(`select public.is_staff() or public.has_role('client') as is`)).is,
    as: 'service', // push endpoints are encrypted by the server
    bodyLimit: 5000,
    perClient: { burst: 30, refillMs: 3_600_000 },
    refusals,
    input: PushCall,
    output: PushAnswer,
    async run({ input, db, caller }) {
      const user = caller.userId!
      await refuseOtherSurface(db, input.surface)
      if (input.action === 'add') await add(db, user, input, sealFor(sealedPushTargets.purpose))
      if (input.action === 'remove')
        await db.query('delete from push_subscriptions where user_id = $1 and endpoint_hash = $2', [
          user,
          hashKey(input.endpoint),
        ])
      const { publicKey } = await getOrCreatePushKeys(db, sealFor(sealedPushKeys.purpose))
      return { publicKey }
    },
  })

/** Staff receive notifications of the CRM, clients those of the portal. */
async function refuseOtherSurface(db: Db, surface: PushSurface) {
  const { isOwn } = await db.one<{ isOwn: boolean }>(
    `select case $1::text when 'portal' then public.has_role('client') else public.is_staff() end as "isOwn"`,
    [surface],
  )
  if (!isOwn) throw new Refusal('not_allowed', 403, refusals.not_allowed)
}

/**
 * A browser belongs to the user who enabled push last. The former row is deleted, so messages queued for its former user find no
 * subscription.
 */
async function add(
  db: Db,
  user: string,
  { endpoint, keys, surface }: PushTarget & { surface: PushSurface },
  seal: Seal,
) {
  if (!isPushService(endpoint)) throw new Refusal('unknown_push_service', 422, refusals.unknown_push_service)
  const hash = hashKey(endpoint)
  await db.query(
    `insert into push_subscriptions (user_id, endpoint_hash, sealed, surface) values ($1, $2, $3, $4)
     on conflict (endpoint_hash) do update set user_id = excluded.user_id, sealed = excluded.sealed, surface = excluded.surface,
       id = case when push_subscriptions.user_id = excluded.user_id then push_subscriptions.id else excluded.id end`,
    [user, hash, seal.close(user, { endpoint, keys }), surface],
  )
  // Beyond the limit the oldest browsers are deleted, because a replaced browser never removes itself.
  await db.query(
    `delete from push_subscriptions where id in (
       select id from push_subscriptions where user_id = $1 and surface = $2
       order by endpoint_hash = $3 desc, created_at desc, id offset $4)`,
    [user, surface, hash, maxBrowsers],
  )
}

/** The key pair, created on first use. If it cannot be decrypted, it is replaced and the subscriptions with the former key are deleted. */
export async function getOrCreatePushKeys(db: Db, seal: Seal): Promise<PushKeys> {
  const stored = await openKeys(db, seal)
  if (stored) return stored
  const keys = makePushKeys()
  await db.query(
    `with removed as (delete from push_keys where id = 'vapid' returning id)
     delete from push_subscriptions where exists (select from removed)`,
  )
  await db.query(`insert into push_keys (public_key, sealed) values ($1, $2) on conflict (id) do nothing`, [
    keys.publicKey,
    seal.close('vapid', keys.privateKey),
  ])
  // Another node may have inserted it first.
  return (await openKeys(db, seal)) ?? keys
}

async function openKeys(db: Db, seal: Seal): Promise<PushKeys | undefined> {
  const [row] = await db.query<{ publicKey: string; sealed: Buffer }>(
    'select public_key as "publicKey", sealed from push_keys',
  )
  const privateKey = row && seal.open('vapid', row.sealed)
  return typeof privateKey === 'string' ? { publicKey: row!.publicKey, privateKey } : undefined
}

/** The push endpoint and keys; undefined after the browser was removed, or if they cannot be decrypted. */
export async function readPushTarget(db: Db, id: string, seal: Seal): Promise<PushTarget | undefined> {
  const [row] = await db.query<{ user: string; sealed: Buffer }>(
    'select user_id::text as user, sealed from push_subscriptions where id = $1',
    [id],
  )
  return row && (seal.open(row.user, row.sealed) as PushTarget | undefined)
}
