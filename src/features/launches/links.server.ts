// Mailed links of launches: resolving a link, sending a new one, and the code for an additional device.
import { isLinkToken } from '#lib/link-token.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { countLinkUse, readAccess } from './access.server.ts'
import { ByCookie, EnterCode, LaunchLink, maxRequestsPerDay, refusals, ResendLaunchLink } from './launches.ts'

const byLink = {
  caller: 'anyone',
  as: 'service', // authorized by the token
  refusals,
  perClient: { burst: 30, refillMs: 3_600_000 },
} as const

const linkStates = ['ok', 'revoked', 'ended', 'unknown'] as const
export type ResolvedLink = { state: (typeof linkStates)[number]; participant: string | null }

/** Reads a mailed link. Changes nothing, because mail scanners open every link of a mail. `enter` counts the use. */
export const resolveLaunchLink = defineFunction({
  ...byLink,
  name: 'resolve-launch-link',
  perClient: { burst: 300, refillMs: 600_000 },
  input: LaunchLink,
  output: z.object({ state: z.enum(linkStates), participant: z.uuid().nullable() }),
  async run({ input: { launch, token }, db }): Promise<ResolvedLink> {
    if (!isLinkToken(token)) return { state: 'unknown', participant: null }
    const [found] = await db.query<{ participant: string; state: 'ok' | 'revoked' | 'ended' | 'device' }>(
      'select participant_id as participant, state from private.launch_access($1, $2, $2)',
      [launch, token],
    )
    if (!found) return { state: 'unknown', participant: null }
    if (found.state === 'revoked' || found.state === 'ended') return { state: found.state, participant: null }
    return { state: 'ok', participant: found.participant }
  },
})

/**
 * The response is the same for known and unknown addresses. With a token, the participant is known and no address is
 * entered.
 */
export const resendLaunchLink = defineFunction({
  ...byLink,
  name: 'resend-launch-link',
  input: ResendLaunchLink,
  output: z.object({}),
  async run({ input: { launch, email, token }, db }) {
    const [found] = await db.query<{ id: string }>(
      `select p.id from launch_participants p where p.launch_id = $1 and (
         p.email = $2 or p.id = (select participant_id from launch_tokens where token_hash = link_hash($3)))
       order by p.email = $2 desc limit 1`,
      [launch, email ?? null, token ?? null],
    )
    if (found) await requestLink(db, found.id)
    return {}
  },
})

/** Queues a mail with a new link. Above the limits no mail is sent, so that the form cannot flood a mailbox. */
export async function requestLink(db: Db, participant: string) {
  if (await mayRequest(db, participant))
    await db.query(`insert into launch_requests (participant_id, kind) values ($1, 'link')`, [participant])
}

async function mayRequest(db: Db, participant: string) {
  await db.query('select from launch_participants where id = $1 for update', [participant])
  const sent = await db.one<{ today: number; isFresh: boolean }>(
    `select count(*)::int as today, coalesce(max(created_at) > now() - interval '1 minute', false) as "isFresh"
     from launch_requests where participant_id = $1 and created_at > now() - interval '1 day'`,
    [participant],
  )
  return !sent.isFresh && sent.today < maxRequestsPerDay
}

/** Mails a code for a browser above the device limit. */
export const requestLaunchCode = defineFunction({
  ...byLink,
  name: 'request-launch-code',
  input: ByCookie,
  output: z.object({ participant: z.uuid() }),
  async run({ input: { launch, cookie }, db }) {
    const { participantId, device } = await waiting(db, launch, cookie)
    if (!(await mayRequest(db, participantId))) throw new Refusal('too_many_mails', 429, refusals.too_many_mails)
    await db.query(
      `insert into launch_requests (participant_id, kind, device_hash) values ($1, 'code', link_hash($2))`,
      [participantId, device],
    )
    return { participant: participantId }
  },
})

export const enterLaunchCode = defineFunction({
  ...byLink,
  name: 'enter-launch-code',
  input: EnterCode,
  output: z.object({ participant: z.uuid().nullable() }),
  async run({ input: { launch, cookie, code }, db }) {
    const { participantId, key, device } = await waiting(db, launch, cookie)
    const [step] = await db.query<{ id: string; isRight: boolean; isOver: boolean }>(
      `select id, code_hash = link_hash(id || $3) as "isRight", tries >= 5 or created_at < now() - interval '30 minutes' as "isOver"
       from launch_requests where participant_id = $1 and device_hash = link_hash($2) and code_hash is not null and used_at is null
       order by created_at desc limit 1 for update`,
      [participantId, device, code],
    )
    if (!step || step.isOver) throw new Refusal('code_expired', 410, refusals.code_expired)
    // A refusal would roll back the count of wrong codes, so the result is returned instead.
    if (!step.isRight) {
      await db.query('update launch_requests set tries = tries + 1 where id = $1', [step.id])
      return { participant: null }
    }
    await db.query('update launch_requests set used_at = now() where id = $1', [step.id])
    await db.query(
      `insert into launch_devices (participant_id, device_hash, verified_at) values ($1, link_hash($2), now()) on conflict do nothing`,
      [participantId, device],
    )
    await countLinkUse(db, participantId, key, true)
    return { participant: participantId }
  },
})

async function waiting(db: Db, launch: string, cookie: string) {
  const access = await readAccess(db, launch, cookie)
  if (access.state !== 'device' && access.state !== 'ok')
    throw new Refusal('access_unknown', 403, refusals.access_unknown)
  return access
}
