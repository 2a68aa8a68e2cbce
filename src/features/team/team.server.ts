// Staff invitations. The invitation row and its mail are created in one transaction.
import { randomBytes } from 'node:crypto'
import { hashKey } from '#lib/hash-key.ts'
import { roleLabels } from '#platform/accounts/accounts.ts'
import { type Mails, validFor } from '#features/email-templates/email-templates.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { InvitationResult, invitationDays, InviteStaff, refusals, ResendInvitation, type StaffRole } from './team.ts'

/** `siteUrl`: without a trailing slash. */
type TeamDependencies = { mails: Mails<Db>; siteUrl: string }

const mayInvite = async (db: Db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)).may
// Limits repeated clicks, which would flood the invitee's mailbox.
const perClient = { burst: 30, refillMs: 3_600_000 }

export const inviteStaff = (parts: TeamDependencies) =>
  defineFunction({
    name: 'invite-staff',
    caller: mayInvite,
    as: 'service', // only the server writes invitation tokens
    refusals,
    perClient,
    input: InviteStaff,
    output: InvitationResult,
    async run({ input: { email, role }, db, caller }) {
      await refuseRole(db, role)
      const { isThere } = await db.one<{ isThere: boolean }>('select is_staff_address($1) as "isThere"', [email])
      if (isThere) throw new Refusal('already_on_team', 409, refusals.already_on_team)
      const key = newKey()
      const { id } = await db.one<{ id: string }>(
        `insert into staff_invitations (email, role, token_hash, invited_by, expires_at)
         values ($1, $2, $3, $4, now() + make_interval(days => $5)) returning id`,
        [email, role, hashKey(key), caller.userId, invitationDays],
      )
      await mailKey(db, parts, { email, role, key, inviterId: caller.userId })
      return { id }
    },
  })

/** Replaces the token; the old one becomes invalid. */
export const resendInvitation = (parts: TeamDependencies) =>
  defineFunction({
    name: 'resend-staff-invitation',
    caller: mayInvite,
    as: 'service',
    refusals,
    perClient,
    input: ResendInvitation,
    output: InvitationResult,
    async run({ input: { id }, db, caller }) {
      const [found] = await db.query<{ email: string; role: StaffRole; isFresh: boolean }>(
        `select email, role, sent_at > now() - interval '2 minutes' as "isFresh" from staff_invitations
         where id = $1 and accepted_at is null and revoked_at is null for update`,
        [id],
      )
      if (!found) throw new Refusal('invitation_not_open', 409, refusals.invitation_not_open)
      if (found.isFresh) throw new Refusal('invited_too_often', 429, refusals.invited_too_often)
      await refuseRole(db, found.role)
      const key = newKey()
      await db.query(
        `update staff_invitations set token_hash = $2, invited_by = $3, sent_at = now(),
           expires_at = now() + make_interval(days => $4) where id = $1`,
        [id, hashKey(key), caller.userId, invitationDays],
      )
      await mailKey(db, parts, { ...found, key, inviterId: caller.userId })
      return { id }
    },
  })

const newKey = () => randomBytes(16).toString('base64url')

async function refuseRole(db: Db, role: StaffRole) {
  const { may } = await db.one<{ may: boolean }>('select may_give_role($1) as may', [role])
  if (!may) throw new Refusal('role_not_yours_to_give', 403, refusals.role_not_yours_to_give)
}

async function mailKey(
  db: Db,
  { mails, siteUrl }: TeamDependencies,
  invitation: { email: string; role: StaffRole; key: string; inviterId: string | undefined },
) {
  const [inviter] = await db.query<{ name: string }>('select name from staff_members() where user_id = $1', [
    invitation.inviterId,
  ])
  await mails.send(db, {
    kind: 'staff_invite',
    to: invitation.email,
    values: {
      inviterName: inviter?.name ?? '',
      roleName: roleLabels[invitation.role],
      validFor: validFor(invitationDays * 86_400),
    },
    link: `${siteUrl}/auth/join?key=${invitation.key}`,
  })
}
