// Invites a contact to the portal. The invitation and its mail are inserted in one transaction.
import { randomBytes } from 'node:crypto'
import { hashKey } from '#lib/hash-key.ts'
import { type Mails, validFor } from '#features/email-templates/email-templates.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { invitationDays, invitationPath, InviteClient, InvitationResult, refusals } from './client-invitations.ts'

/** `siteUrl`: without a trailing slash. */
export const inviteClient = ({ mails, siteUrl }: { mails: Mails<Db>; siteUrl: string }) =>
  defineFunction({
    name: 'invite-client',
    caller: async (db: Db) =>
      (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'sales', 'coach') as may`)).may,
    as: 'service', // only the server writes invitation tokens
    refusals,
    perClient: { burst: 60, refillMs: 3_600_000 },
    input: InviteClient,
    output: InvitationResult,
    async run({ input: { contactId, how }, db }) {
      const token = randomBytes(16).toString('base64url')
      const { email, first_name: firstName } = await db.one<{ email: string; first_name: string }>(
        'select * from issue_client_invitation($1, $2, $3)',
        [contactId, hashKey(token), how === 'mail'],
      )
      const link = `${siteUrl}${invitationPath(contactId, token)}`
      if (how === 'link') return { email, link }
      await mails.send(db, {
        kind: 'client_invite',
        to: email,
        values: { firstName, validFor: validFor(invitationDays * 86_400) },
        link,
      })
      return { email, link: null }
    },
  })
