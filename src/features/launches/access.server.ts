// Identifies the participant of a browser by the cookie token that a mailed link set. An id in the URL grants no
// access.
import { randomBytes } from 'node:crypto'
import { isLinkToken } from '#lib/link-token.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { maxDevices, refusals } from './launches.ts'

/** A token of 128 random bits. */
export const newKey = () => randomBytes(16).toString('base64url')

export type Access =
  | { state: 'ok' | 'revoked' | 'ended' | 'device'; participantId: string; key: string; device: string }
  | { state: 'unknown' }

/** Parses the cookie value `key.device`; undefined if it is malformed. */
export function partsOf(cookie: string) {
  const [key = '', device = ''] = cookie.split('.')
  return isLinkToken(key) && isLinkToken(device) ? { key, device } : undefined
}

export async function readAccess(db: Db, launch: string, cookie: string): Promise<Access> {
  const parts = partsOf(cookie)
  if (!parts) return { state: 'unknown' }
  const [found] = await db.query<{ participantId: string; state: 'ok' | 'revoked' | 'ended' | 'device' }>(
    'select participant_id as "participantId", state from private.launch_access($1, $2, $3)',
    [launch, parts.key, parts.device],
  )
  return found ? { ...found, ...parts } : { state: 'unknown' }
}

/**
 * Returns the participant of a valid cookie, or throws a refusal. Counts the device, so it is never called for a GET.
 */
export async function enter(db: Db, launch: string, cookie: string): Promise<string> {
  const access = await readAccess(db, launch, cookie)
  if (access.state === 'device') throw new Refusal('device_unknown', 403, refusals.device_unknown)
  if (access.state !== 'ok') throw new Refusal('access_unknown', 403, refusals.access_unknown)
  await noteDevice(db, access)
  return access.participantId
}

/** The first POST or beacon of a browser verifies the address of its mailed link. A mail scanner sends neither. */
async function noteDevice(
  db: Db,
  { participantId, key, device }: { participantId: string; key: string; device: string },
) {
  // The row lock serializes concurrent devices: each one counts the others, and those above the limit are refused.
  await db.query('select from launch_participants where id = $1 for update', [participantId])
  const { isNew, isKnown } = await db.one<{ isNew: boolean; isKnown: boolean }>(
    `with added as (
       insert into launch_devices (participant_id, device_hash) select $1, link_hash($2)
       where (select count(*) from launch_devices where participant_id = $1) < $3
       on conflict do nothing returning 1)
     select exists (select from added) as "isNew", exists (select from added)
       or exists (select from launch_devices where participant_id = $1 and device_hash = link_hash($2)) as "isKnown"`,
    [participantId, device, maxDevices],
  )
  if (!isKnown) throw new Refusal('device_unknown', 403, refusals.device_unknown)
  await countLinkUse(db, participantId, key, isNew)
  const [fresh] = await db.query<{ contact_id: string; email: string }>(
    `update launch_participants set last_seen_at = now(), status = case status when 'joined' then 'active' else status end
     where id = $1 and (last_seen_at is null or last_seen_at < now() - interval '1 minute') returning contact_id, email`,
    [participantId],
  )
  if (fresh)
    await db.query(
      `update contact_points set verified_at = now(), bounced_at = null
       where contact_id = $1 and kind = 'email' and value_norm = $2 and verified_at is null
         and exists (select from launch_tokens where token_hash = link_hash($3) and proves_address)`,
      [fresh.contact_id, fresh.email, key],
    )
}

/**
 * Counts a use of a mailed link: the first POST or beacon of a browser, or the next one after half an hour of
 * inactivity.
 */
export const countLinkUse = (db: Db, participantId: string, key: string, isNewDevice: boolean) =>
  db.query(
    `update launch_tokens k set used_count = k.used_count + 1, first_used_at = coalesce(k.first_used_at, now())
     from launch_participants p
     where k.token_hash = link_hash($2) and p.id = k.participant_id and p.id = $1
       and ($3 or k.first_used_at is null or p.last_seen_at is null or p.last_seen_at < now() - interval '30 minutes')`,
    [participantId, key, isNewDevice],
  )
