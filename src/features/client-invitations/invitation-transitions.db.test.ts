// Random sequences of invitation events, compared with a small model: the state of each link, whether it was mailed, and which account was
// linked.
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { hashKey } from '#lib/hash-key.ts'
import { openPool } from '#kernel/postgres/connection.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { acceptInvitation, markOpened, readInvitation, requestLink } from './accept-invitation.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const pool = openPool(db.connect('supabase_auth_admin'), 4)
afterAll(() => pool.end())
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('mail', 'link') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('accept', 'open', 'ask'), link: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), hours: fc.constantFrom(1, 24, 13 * 24, 15 * 24) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('revoke', 'correct') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('merge', 'take', 'bin') }) },
)
type Step = { do: string; link?: number; hours?: number }

type Invitation = { address: string; links: string[]; state: string; hours: number; mailedHours: number | undefined }
/** The expected state by the rules, implemented independently of the SQL. */
type Model = {
  address: string
  invitations: Invitation[]
  hasAccount: boolean
  isInBin: boolean
  /** Addresses whose account belongs to another client. */
  taken: Set<string>
}
const validHours = 14 * 24
const openOf = ({ invitations }: Model) => invitations.find(({ state }) => ['draft', 'sent', 'opened'].includes(state))
const shownState = (model: Model, token: string) => {
  const invitation = model.invitations.find(({ links }) => links.includes(token))
  if (!invitation) return 'unknown'
  if (model.isInBin) return 'gone'
  const isOpen = invitation === openOf(model)
  return isOpen && invitation.hours >= validHours ? 'expired' : invitation.state
}

let number = 0
const nextAddress = () => `family${(number += 1)}@example.com`
const giveAddress = (contact: string, address: string) =>
  db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [contact, address],
  )
const makeContact = () =>
  id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [ids.coach])

/** The refusal code of a statement, or its result. */
const outcome = async <Answer>(work: Promise<Answer>) =>
  work.catch((error: unknown) => String(Object(error).message)) as Promise<Answer | string>

async function runSteps(steps: readonly Step[]) {
  const first = await makeContact()
  const model: Model = { address: nextAddress(), invitations: [], hasAccount: false, isInBin: false, taken: new Set() }
  await giveAddress(first, model.address)
  let contact = first
  const tokens: string[] = []
  const mailed = new Set<string>()
  // A link contains the contact id at the time of its creation, which precedes any merge.
  const linkOf = (token: string) => ({ contactId: first, token })

  const play: Record<string, (one: Step) => Promise<void>> = {
    mail: () => invite(true),
    link: () => invite(false),
    async accept({ link = 0 }) {
      const token = tokens[link % tokens.length]
      if (!token) return
      const state = shownState(model, token)
      const invitation = model.invitations.find(({ links }) => links.includes(token))
      const isOpen = ['draft', 'sent', 'opened'].includes(state)
      const expected = isOpen && model.taken.has(invitation!.address) ? 'account_of_another_client' : state
      const found = await outcome(
        acceptInvitation(pool, linkOf(token), { way: 'code', password: '', passwordMinLength: 8 }),
      )
      expect(found).toBe(expected)
      if (expected !== state || !isOpen) return
      invitation!.state = 'accepted'
      model.hasAccount = true
    },
    async open({ link = 0 }) {
      const token = tokens[link % tokens.length]
      if (!token) return
      await markOpened(pool, linkOf(token))
      const invitation = model.invitations.find(({ links }) => links.includes(token))
      if (invitation && invitation === openOf(model) && invitation.hours < validHours) invitation.state = 'opened'
    },
    async ask({ link = 0 }) {
      const token = tokens[link % tokens.length]
      if (token) await requestLink(pool, linkOf(token))
    },
    async wait({ hours = 0 }) {
      await db.sql(
        `update client_invitations set sent_at = sent_at - make_interval(hours => $2), expires_at = expires_at - make_interval(hours => $2)
         where contact_id = $1`,
        [contact, hours],
      )
      for (const one of model.invitations) {
        one.hours += hours
        if (one.mailedHours !== undefined) one.mailedHours += hours
      }
    },
    async revoke() {
      const open = openOf(model)
      const found = await outcome(db.as(as.coach, 'select revoke_client_invitation($1)', [contact]))
      expect(found === 'invitation_not_open').toBe(!open)
      if (open) open.state = 'revoked'
    },
    async correct() {
      model.address = nextAddress()
      await db.sql(
        `update contact_points set value_raw = $2, value_norm = $2 where contact_id = $1 and kind = 'email' and is_primary`,
        [contact, model.address],
      )
    },
    async merge() {
      if (model.isInBin) return
      const winner = await makeContact()
      await db.as(
        as.owner,
        `select merge_contacts($1, $2, (select version from contacts where id = $1), (select version from contacts where id = $2))`,
        [winner, contact],
      )
      contact = winner
    },
    /** Another client gets an account with the address. */
    async take() {
      if (model.hasAccount || model.taken.has(model.address)) return
      const user = await id(
        `insert into auth.users (email, email_confirmed_at, encrypted_password) values ($1, now(), 'x') returning id`,
        [model.address],
      )
      await db.sql('update contacts set client_user_id = $2 where id = $1', [await makeContact(), user])
      model.taken.add(model.address)
    },
    async bin() {
      model.isInBin = !model.isInBin
      await db.sql('update contacts set deleted_at = case when $2 then now() end where id = $1', [
        contact,
        model.isInBin,
      ])
    },
  }

  async function invite(isMailed: boolean) {
    const token = `token-${(number += 1)}`.padEnd(22, 'x')
    const present = openOf(model)
    const isSame = present?.address === model.address
    const expected = model.isInBin
      ? 'contact_not_found'
      : model.hasAccount
        ? 'client_has_account'
        : isMailed && isSame && present?.mailedHours === 0
          ? 'invited_too_often'
          : undefined
    const found = await outcome(
      db.as({ ...as.owner, role: 'service_role' }, 'select * from issue_client_invitation($1, $2, $3)', [
        contact,
        hashKey(token),
        isMailed,
      ]),
    )
    expect(typeof found === 'string' ? found : undefined).toBe(expected)
    if (expected) return
    tokens.push(token)
    if (isMailed) mailed.add(token)
    if (present && !isSame) present.state = 'revoked'
    if (present && isSame) {
      present.links = present.hours < validHours ? [token, ...present.links].slice(0, 5) : [token]
      present.hours = 0
      if (isMailed && present.state === 'draft') present.state = 'sent'
      if (isMailed) present.mailedHours = 0
    } else
      model.invitations.push({
        address: model.address,
        links: [token],
        state: isMailed ? 'sent' : 'draft',
        hours: 0,
        mailedHours: isMailed ? 0 : undefined,
      })
  }

  for (const one of steps) {
    // oxlint-disable-next-line no-await-in-loop
    await play[one.do]!(one)
    // oxlint-disable-next-line no-await-in-loop
    const found = await Promise.all(tokens.map((token) => readInvitation(pool, linkOf(token))))
    const shown = found.map(({ state, invitation }) => [state, invitation.is_mailed])
    expect(shown).toEqual(
      tokens.map((token) => {
        const state = shownState(model, token)
        return [state, state === 'unknown' ? null : mailed.has(token)]
      }),
    )
  }
  const [row] = await db.sql<{ user: string | null; open: string; email: string | null }>(
    `select c.client_user_id as user, u.email, (select count(*) from client_invitations i
       where i.contact_id = c.id and i.status in ('draft', 'sent', 'opened')) as open
     from contacts c left join auth.users u on u.id = c.client_user_id where c.id = $1`,
    [contact],
  )
  const accepted = model.invitations.find(({ state }) => state === 'accepted')
  expect(row!.user !== null).toBe(model.hasAccount)
  expect(row!.email).toBe(accepted?.address ?? null)
  expect(Number(row!.open)).toBe(openOf(model) ? 1 : 0)
}

test('after any sequence of inviting, revoking, correcting, expiring, merging and accepting, each link has the state of the model', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), runSteps), { numRuns: 60 })
})
