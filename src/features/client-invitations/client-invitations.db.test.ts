import { hashKey } from '#lib/hash-key.ts'
import { afterAll, expect, test } from 'vitest'
import { openPool } from '#kernel/postgres/connection.ts'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { smsHook } from '../../../test/sms-hook.ts'
import { acceptInvitation, markOpened, readInvitation, requestLink } from './accept-invitation.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const pool = openPool(db.connect('supabase_auth_admin'), 20)
afterAll(() => pool.end())
const hook = await smsHook()
const phone = { enabled: true, secondsBetween: 0, messagesPerHour: 1000, ...hook.settings }
const { call, lastMail } = await testKernel(db, { auth: { phone } })
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

let number = 0
/** A contact of the coach with an e-mail address, and an invitation mailed by the owner. */
async function invite(email = `client${(number += 1)}@example.com`) {
  const contactId = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [
    ids.coach,
  ])
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [contactId, email],
  )
  return { contactId, email, token: await mail(contactId) }
}
const asServer = { ...as.owner, role: 'service_role' }
async function mail(contactId: string, isMailed = true) {
  const token = `token-${(number += 1)}`.padEnd(22, 'x')
  await db.as(asServer, 'select * from issue_client_invitation($1, $2, $3)', [contactId, hashKey(token), isMailed])
  return token
}
const age = (contactId: string, days: number) =>
  db.sql(
    `update client_invitations set sent_at = sent_at - make_interval(days => $2), expires_at = expires_at - make_interval(days => $2)
     where contact_id = $1 and status in ('draft', 'sent', 'opened')`,
    [contactId, days],
  )
const stateOf = async (link: { contactId: string; token: string }) => (await readInvitation(pool, link)).state
const accept = (link: { contactId: string; token: string }) =>
  acceptInvitation(pool, link, { way: 'password', password: 'מספיק ארוכה 1', passwordMinLength: 8 })

test('reading a link changes nothing, and opening it in a browser is recorded', async () => {
  const link = await invite()
  expect(await stateOf(link)).toBe('sent')
  expect(await stateOf(link)).toBe('sent')
  await markOpened(pool, link)
  expect(await stateOf(link)).toBe('opened')
})

test('of 50 parallel acceptances, one links the account, and the others return that the invitation was already accepted', async () => {
  const link = await invite()
  const answers = await Promise.all(Array.from({ length: 50 }, () => accept(link)))
  expect(answers.filter((state) => state === 'sent')).toHaveLength(1)
  expect(answers.filter((state) => state === 'accepted')).toHaveLength(49)
  expect(
    await db.sql(
      `select u.email, r.role from contacts c join auth.users u on u.id = c.client_user_id join user_roles r on r.user_id = u.id
       where c.id = $1`,
      [link.contactId],
    ),
  ).toEqual([{ email: link.email, role: 'client' }])
  expect(
    await db.sql(`select type from domain_events where contact_id = $1 and type like 'client.%' order by id`, [
      link.contactId,
    ]),
  ).toEqual([{ type: 'client.invited' }, { type: 'client.accepted' }])
})

test('an existing account of the address is linked unchanged', async () => {
  const email = 'known@example.com'
  const user = await id(
    `insert into auth.users (email, email_confirmed_at, encrypted_password) values ($1, now(), 'x') returning id`,
    [email],
  )
  const link = await invite(email)
  await acceptInvitation(pool, link, { way: 'code', password: '', passwordMinLength: 8 })
  expect(await db.sql('select client_user_id from contacts where id = $1', [link.contactId])).toEqual([
    { client_user_id: user },
  ])
})

test('an account of another client is refused, and the invitation stays open', async () => {
  const first = await invite('two@example.com')
  await accept(first)
  const second = await invite('two@example.com')
  await expect(accept(second)).rejects.toMatchObject({ message: 'account_of_another_client' })
  expect(await stateOf(second)).toBe('sent')
})

test('sending a new link does not invalidate the earlier one', async () => {
  const link = await invite()
  await age(link.contactId, 1)
  const again = { ...link, token: await mail(link.contactId) }
  expect([await stateOf(link), await stateOf(again)]).toEqual(['sent', 'sent'])
  await accept(again)
  expect([await stateOf(link), await stateOf(again)]).toEqual(['accepted', 'accepted'])
})

test('correcting the address revokes the links in the old mailbox, and the next link goes to the new one', async () => {
  const link = await invite()
  await db.sql(
    `update contact_points set value_norm = 'right@example.com', value_raw = 'right@example.com' where contact_id = $1`,
    [link.contactId],
  )
  const right = { ...link, token: await mail(link.contactId) }
  expect([await stateOf(link), await stateOf(right)]).toEqual(['revoked', 'sent'])
  expect(await accept(right)).toBe('sent')
})

test('an expired link is refused; its page notifies the coach once a day; a new link does not reactivate it', async () => {
  const link = await invite()
  await age(link.contactId, 15)
  expect(await stateOf(link)).toBe('expired')
  expect(await accept(link)).toBe('expired')
  await requestLink(pool, link)
  await requestLink(pool, link)
  expect(
    await db.sql(`select user_id from notifications where type = 'client.link_requested' and related_entity_id = $1`, [
      link.contactId,
    ]),
  ).toEqual([{ user_id: ids.coach }])
  const again = { ...link, token: await mail(link.contactId) }
  expect([await stateOf(link), await stateOf(again)]).toEqual(['unknown', 'sent'])
})

test('a revoked invitation cannot be accepted, and the next invitation is a new row', async () => {
  const link = await invite()
  await db.as(as.coach, 'select revoke_client_invitation($1)', [link.contactId])
  expect([await stateOf(link), await accept(link)]).toEqual(['revoked', 'revoked'])
  const again = { ...link, token: await mail(link.contactId) }
  expect(await stateOf(again)).toBe('sent')
})

test("a link with another contact's id is refused, and a link with a merged contact's id resolves to the winner", async () => {
  const link = await invite()
  const other = await id(`insert into contacts (first_name) values ('אחרת') returning id`)
  expect(await stateOf({ ...link, contactId: other })).toBe('unknown')
  await db.sql('update contacts set merged_into_id = $2, deleted_at = now() where id = $1', [other, link.contactId])
  expect(await stateOf({ ...link, contactId: other })).toBe('sent')
  await db.sql('update contacts set deleted_at = now() where id = $1', [link.contactId])
  expect([await stateOf(link), await accept(link)]).toEqual(['gone', 'gone'])
})

test('opening an unmailed link is recorded, and reminders start only once the invitation is mailed', async () => {
  const { contactId } = await invite()
  await db.as(as.coach, 'select revoke_client_invitation($1)', [contactId])
  const link = { contactId, token: await mail(contactId, false) }
  const reminders = () =>
    db.sql(
      `select from scheduled_messages where contact_id = $1 and context_type = 'client_invitation' and status = 'scheduled'`,
      [contactId],
    )
  await markOpened(pool, link)
  expect([await stateOf(link), (await reminders()).length]).toEqual(['opened', 0])
  await mail(contactId)
  expect((await reminders()).length).toBeGreaterThan(0)
})

test('an unmailed invitation is a draft, and a contact without an address or with an account cannot be invited', async () => {
  const { contactId } = await invite()
  await db.as(as.coach, 'select revoke_client_invitation($1)', [contactId])
  await mail(contactId, false)
  expect(await db.as(as.coach, 'select state, sent_at from client_invitation_of($1)', [contactId])).toEqual([
    { state: 'draft', sent_at: null },
  ])
  await db.sql('delete from contact_points where contact_id = $1', [contactId])
  await expect(mail(contactId)).rejects.toMatchObject({ message: 'client_without_email' })
  const joined = await invite()
  await accept(joined)
  await expect(mail(joined.contactId)).rejects.toMatchObject({ message: 'client_has_account' })
})

/** The accounts linked to a contact, and whether each has a password. */
const passwords = async (contactId: string) =>
  (
    await db.sql<{ has: boolean }>(
      `select u.encrypted_password is not null as has from contacts c join auth.users u on u.id = c.client_user_id
       where c.id = $1 and u.email_confirmed_at is not null`,
      [contactId],
    )
  ).map(({ has }) => has)
/** A contact whose only link was returned to staff and not mailed. */
async function handOver() {
  const { contactId } = await invite()
  await db.as(as.coach, 'select revoke_client_invitation($1)', [contactId])
  return { contactId, token: await mail(contactId, false) }
}
const isMailed = async (link: { contactId: string; token: string }) =>
  (await readInvitation(pool, link)).invitation.is_mailed

test('a password submitted with an unmailed link is not stored, and one submitted with a mailed link is', async () => {
  const [mailed, unmailed] = [await invite(), await handOver()]
  expect([await isMailed(mailed), await isMailed(unmailed)]).toEqual([true, false])
  expect([await accept(mailed), await accept(unmailed)]).toEqual(['sent', 'draft'])
  expect([await passwords(mailed.contactId), await passwords(unmailed.contactId)]).toEqual([[true], [false]])
})

test('mailing the invitation does not let its earlier, unmailed link set a password', async () => {
  const [first, second] = [await handOver(), await handOver()]
  await mail(first.contactId)
  expect([await isMailed(first), await accept(first)]).toEqual([false, 'sent'])
  expect(await passwords(first.contactId)).toEqual([false])
  const mailed = { ...second, token: await mail(second.contactId) }
  expect([await isMailed(mailed), await accept(mailed)]).toEqual([true, 'sent'])
  expect(await passwords(second.contactId)).toEqual([true])
})

test('a link copied after the invitation was mailed sets no password, even after further mails', async () => {
  const link = await invite()
  const copied = { ...link, token: await mail(link.contactId, false) }
  await age(link.contactId, 1)
  await mail(link.contactId)
  expect([await isMailed(link), await isMailed(copied)]).toEqual([true, false])
  await accept(copied)
  expect(await passwords(link.contactId)).toEqual([false])
})

test('the hash of an unmailed link is removed together with the link', async () => {
  const { contactId } = await handOver()
  const counts = () =>
    db.sql(
      `select cardinality(token_hashes) as links, cardinality(unmailed_hashes) as unmailed from client_invitations
       where contact_id = $1 and status in ('draft', 'sent', 'opened')`,
      [contactId],
    )
  const links: string[] = []
  // oxlint-disable-next-line no-await-in-loop
  for (let i = 0; i < 5; i += 1) links.push(await mail(contactId, false))
  expect(await counts()).toEqual([{ links: 5, unmailed: 5 }])
  await mail(contactId)
  expect(await counts()).toEqual([{ links: 5, unmailed: 4 }])
  expect(await isMailed({ contactId, token: links[4]! })).toBe(false)
  await age(contactId, 15)
  await mail(contactId)
  expect(await counts()).toEqual([{ links: 1, unmailed: 0 }])
})

test('a link that an earlier version issued without mailing it sets no password', async () => {
  const link = await handOver()
  await db.sql(`update client_invitations set unmailed_hashes = '{}' where contact_id = $1`, [link.contactId])
  expect([await isMailed(link), await accept(link)]).toEqual([false, 'draft'])
  expect(await passwords(link.contactId)).toEqual([false])
})

/** Simulates a sign-in by the method; `otp` is a code mailed to the account's address. */
const signIn = (member: string, method: string) =>
  id(
    `with begun as (insert into auth.sessions (user_id) values ($1) returning id),
       verified as (select set_config('auth.verified_address', u.email, true) as address from auth.users u where u.id = $1)
     insert into auth.mfa_amr_claims (session_id, authentication_method)
     select begun.id, $2 from begun, verified where verified.address <> '' returning session_id as id`,
    [member, method],
  )
/** An account that 1.0.0 created by an unmailed link, with a password and a session. */
async function accountOfFirstVersion() {
  const link = await handOver()
  await accept(link)
  const member = await id('select client_user_id as id from contacts where id = $1', [link.contactId])
  const [account] = await db.sql<{ email: string }>('select email from auth.users where id = $1', [member])
  await db.sql(`update client_invitations set unmailed_hashes = '{}' where contact_id = $1`, [link.contactId])
  await db.sql(`update auth.users set encrypted_password = 'x' where id = $1`, [member])
  return { ...link, member, email: account!.email, session: await signIn(member, 'password') }
}
const sessionsOf = (member: string) => db.sql('select id from auth.sessions where user_id = $1', [member])
const identify = (member: string, provider: string, data: object) =>
  db.sql(
    `insert into auth.identities (provider_id, user_id, provider, identity_data) values (gen_random_uuid(), $1, $2, $3)`,
    [member, provider, data],
  )
/** Phone, providers, identities and the number of second factors of an account. */
const credentialsOf = async (member: string) =>
  (
    await db.sql(
      `select u.phone, u.raw_app_meta_data -> 'providers' as providers,
         array(select concat_ws(' ', i.provider, i.email) from auth.identities i where i.user_id = u.id order by 1) as identities,
         (select count(*)::int from auth.mfa_factors f where f.user_id = u.id) as factors
       from auth.users u where u.id = $1`,
      [member],
    )
  )[0]

test('a password set in 1.0.0 by an unmailed link is revoked once, when a mailed code verifies the address', async () => {
  const { contactId, member, session } = await accountOfFirstVersion()
  expect([await passwords(contactId), await sessionsOf(member)]).toEqual([[true], [{ id: session }]])
  const proven = await signIn(member, 'otp')
  expect([await passwords(contactId), await sessionsOf(member)]).toEqual([[false], [{ id: proven }]])
  await db.sql(`update auth.users set encrypted_password = 'y' where id = $1`, [member])
  await signIn(member, 'otp')
  expect([await passwords(contactId), (await sessionsOf(member)).length]).toEqual([[true], 2])
})

test('a mailed code removes identities, phone number and factors added earlier to an account of an unmailed link', async () => {
  const { email, member } = await accountOfFirstVersion()
  await identify(member, 'google', { email: 'another.person@example.com', email_verified: true })
  await identify(member, 'phone', { phone: '972501234567', phone_verified: true })
  await db.sql(
    `update auth.users set phone = '972501234567', phone_confirmed_at = now(),
       raw_app_meta_data = '{"provider": "email", "providers": ["email", "google", "phone"]}' where id = $1`,
    [member],
  )
  await db.sql(`insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`, [member])
  await signIn(member, 'otp')
  expect(await credentialsOf(member)).toEqual({
    phone: null,
    providers: ['email'],
    identities: [`email ${email}`],
    factors: 0,
  })
  await identify(member, 'google', { email: 'work@example.com', email_verified: true })
  await signIn(member, 'otp')
  expect(await credentialsOf(member)).toMatchObject({ identities: [`email ${email}`, 'google work@example.com'] })
})

test('the address of an account of an unmailed link is verified by a mailed code, but not by a code sent by SMS', async () => {
  const { contactId, email, member } = await accountOfFirstVersion()
  const number = '972501234568'
  await db.sql('update auth.users set phone = $2, phone_confirmed_at = now() where id = $1', [member, number])
  await call('POST', '/auth/v1/otp', { phone: number, create_user: false })
  const { sms } = await hook.lastMessage(number)
  const bySms = await call('POST', '/auth/v1/verify', { type: 'sms', phone: number, token: sms.otp })
  expect(bySms.statusCode).toBe(200)
  expect([await passwords(contactId), (await sessionsOf(member)).length]).toEqual([[true], 2])
  await call('POST', '/auth/v1/otp', { email, create_user: false })
  const byMail = await call('POST', '/auth/v1/verify', { type: 'email', email, token: (await lastMail(email)).code })
  expect(byMail.statusCode).toBe(200)
  expect([await passwords(contactId), (await sessionsOf(member)).length]).toEqual([[false], 1])
  expect(await credentialsOf(member)).toMatchObject({ phone: null })
})

test('a password set in 1.0.0 by an unmailed link is revoked when Google verifies the address', async () => {
  const { contactId, email, member, session } = await accountOfFirstVersion()
  await db.sql(`insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`, [member])
  await identify(member, 'google', { email: 'another.person@example.com', email_verified: true })
  await identify(member, 'google', { email, email_verified: false })
  expect([await passwords(contactId), await sessionsOf(member)]).toEqual([[true], [{ id: session }]])
  await identify(member, 'google', { email, email_verified: true })
  expect([await passwords(contactId), await sessionsOf(member)]).toEqual([[false], []])
  expect(await credentialsOf(member)).toMatchObject({
    identities: [`email ${email}`, `google ${email}`],
    factors: 0,
  })
})

test('verifying the address revokes earlier provider linkings and auth codes, but not the flow of the current callback', async () => {
  const begun = async () => {
    const { email, member } = await accountOfFirstVersion()
    await db.sql(
      `insert into auth.flow_state (provider_type, authentication_method, code_challenge_method, code_challenge, provider_nonce, auth_code,
         user_id, linking_target_id, referrer)
       values ('google', 'oauth', 's256', 'c', 'n', null, null, $1, 'linking'), ('google', 'oauth', 's256', 'c', null, null, null, $1, 'in callback'),
         ('google', 'oauth', 's256', 'c', null, gen_random_uuid()::text, $1, null, 'code'),
         ('email', 'magiclink', 's256', 'c', null, null, $1, null, 'mailed link')`,
      [member],
    )
    return { email, member }
  }
  const flowsOf = async (member: string) =>
    (
      await db.sql<{ referrer: string }>(
        'select referrer from auth.flow_state where $1::uuid in (user_id, linking_target_id) order by referrer',
        [member],
      )
    ).map(({ referrer }) => referrer)
  const [byGoogle, byMail] = [await begun(), await begun()]
  expect(await flowsOf(byMail.member)).toHaveLength(4)
  await identify(byGoogle.member, 'google', { email: byGoogle.email, email_verified: true })
  expect(await flowsOf(byGoogle.member)).toEqual(['in callback', 'mailed link'])
  await signIn(byMail.member, 'otp')
  expect(await flowsOf(byMail.member)).toEqual(['mailed link'])
})

test('a password set in 1.0.0 by an unmailed link is revoked when the account joins the team', async () => {
  const { contactId, member } = await accountOfFirstVersion()
  const hash = hashKey(`staff-${member}`)
  await db.sql(
    `insert into staff_invitations (email, role, token_hash, expires_at, invited_by)
     select email, 'coach', $2, now() + interval '1 day', $3 from auth.users where id = $1`,
    [member, hash, ids.owner],
  )
  await db.sql('select join_team($1, $2, $3)', [hash, member, 'נועה לדוגמה'])
  expect([await passwords(contactId), await sessionsOf(member)]).toEqual([[false], []])
})

test('a password set by a mailed link remains after a sign-in by a mailed code', async () => {
  const link = await invite()
  await accept(link)
  await signIn(await id('select client_user_id as id from contacts where id = $1', [link.contactId]), 'otp')
  expect(await passwords(link.contactId)).toEqual([true])
})

test('an existing account is linked unchanged by a link that was not mailed', async () => {
  const { contactId, token } = await handOver()
  const [{ email }] = (await db.sql<{ email: string }>(
    `select email_norm as email from client_invitations where contact_id = $1 and status = 'draft'`,
    [contactId],
  )) as [{ email: string }]
  await db.sql(`insert into auth.users (email, email_confirmed_at, encrypted_password) values ($1, now(), 'x')`, [
    email,
  ])
  await accept({ contactId, token })
  expect(
    await db.sql(
      `select u.email, u.encrypted_password as password from contacts c join auth.users u on u.id = c.client_user_id where c.id = $1`,
      [contactId],
    ),
  ).toEqual([{ email, password: 'x' }])
})

test('a coach with a second factor cannot revoke an invitation in a session without it', async () => {
  const link = await invite()
  await db.sql(`insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`, [
    ids.coach,
  ])
  const revoke = (aal: string) => db.as({ ...as.coach, aal }, 'select revoke_client_invitation($1)', [link.contactId])
  await expect(revoke('aal1')).rejects.toMatchObject({ message: 'contact_not_found' })
  expect(await stateOf(link)).toBe('sent')
  await revoke('aal2')
  expect(await stateOf(link)).toBe('revoked')
  await db.sql('delete from auth.mfa_factors where user_id = $1', [ids.coach])
})

test('staff who can open the contact can invite and revoke; no role can read token hashes', async () => {
  const { contactId } = await invite()
  expect(await whoMay(db, as, 'select email_norm from client_invitations where contact_id = $1', [contactId])).toBe(
    'owner admin coach sales',
  )
  for (const column of ['token_hashes', 'unmailed_hashes'])
    // oxlint-disable-next-line no-await-in-loop
    expect(await whoMay(db, as, `select ${column} from client_invitations`)).toBe('no role')
  await expect(db.as(as.client, 'select revoke_client_invitation($1)', [contactId])).rejects.toMatchObject({
    message: 'contact_not_found',
  })
})
