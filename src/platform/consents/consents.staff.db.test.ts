import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const [contact] = await db.sql<{ id: string }>(
  `insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`,
  [ids.coach],
)
await db.sql(
  `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'phone', '1', '+972500000011')`,
  [contact!.id],
)
const proof = 'בשיחה מ־12.11: ״כן, תשלחו לי״'
const record = (actor: keyof typeof as, more: { value?: string; action?: string; proof?: string | null } = {}) =>
  db.as(as[actor], 'select record_consent($1, $2, $3, $4, $5)', [
    contact!.id,
    'whatsapp',
    more.value ?? '+972500000011',
    more.action ?? 'grant',
    more.proof === undefined ? proof : more.proof,
  ])

test.each([['owner'], ['admin'], ['coach'], ['sales']] as const)('the role %s records a consent', async (actor) => {
  await record(actor)
  const [noted] = await db.sql('select * from consents where recorded_by = $1', [ids[actor]])
  expect(noted).toMatchObject({ action: 'grant', source_type: 'staff', proof, value_norm: '+972500000011' })
  expect(noted!['text_snapshot_hash']).toMatch(/^[0-9a-f]{64}$/)
})

test.each([['content'], ['client'], ['stranger']] as const)('the role %s cannot record a consent', async (actor) => {
  await expect(record(actor)).rejects.toMatchObject({ message: 'not_allowed' })
})

test('a refusal recorded by staff is effective immediately and appears on the timeline', async () => {
  await record('coach', { action: 'withdraw' })
  expect(await db.sql('select action from current_consents where contact_id = $1', [contact!.id])).toEqual([
    { action: 'withdraw' },
  ])
  const [line] = await db.sql('select payload, actor_id from activities where type = $1', ['consent.withdrawn'])
  expect(line).toMatchObject({ actor_id: ids.coach, payload: { channel: 'whatsapp', text: proof } })
})

test.each([
  ['no proof', { proof: null }, 'consent_of_staff_needs_proof'],
  ['a proof that is too short', { proof: ' כן ' }, 'consent_of_staff_needs_proof'],
  ['a number of another contact', { value: '+972500000099' }, 'consent_of_unknown_point'],
])('a consent with %s is refused', async (_what, more, message) => {
  await expect(record('owner', more)).rejects.toMatchObject({ message })
})

test('a refusal applies to this channel of every contact with the same address, and is in the ledger of each', async () => {
  const couple: string[] = []
  for (const name of ['דנה', 'יואב']) {
    const [person] = await db.sql<{ id: string }>('insert into contacts (first_name) values ($1) returning id', [name])
    await db.sql(
      `insert into contact_points (contact_id, kind, value_raw, value_norm)
       values ($1, 'email', 'home@example.com', 'home@example.com'), ($1, 'phone', '1', '+972500000012')`,
      [person!.id],
    )
    for (const [way, value] of [
      ['email', 'home@example.com'],
      ['whatsapp', '+972500000012'],
    ])
      await db.as(as.owner, `select record_consent($1, $2, $3, 'grant', $4)`, [person!.id, way, value, proof])
    couple.push(person!.id)
  }
  const [dana, yoav] = couple as [string, string]
  const reason = async () =>
    (
      await db.sql<{ dana: string | null; yoav: string | null }>(
        `select advertising_block_reason($1, 'home@example.com') as dana, advertising_block_reason($2, 'home@example.com') as yoav`,
        [dana, yoav],
      )
    )[0]
  expect(await reason()).toEqual({ dana: null, yoav: null })

  await db.as(as.owner, `select record_consent($1, 'email', 'home@example.com', 'withdraw', $2)`, [dana, proof])
  expect(await reason()).toEqual({ dana: 'no_consent', yoav: 'no_consent' })
  expect(
    await db.sql('select channel, action from current_consents where contact_id = $1 order by channel', [yoav]),
  ).toEqual([
    { channel: 'email', action: 'withdraw' },
    { channel: 'whatsapp', action: 'grant' },
  ])
  const [line] = await db.sql(
    `select k.source_type, k.proof, k.recorded_by, said.contact_id as said_by, a.actor_id
     from consents k join consents said on said.id = k.source_id join activities a on a.related_id = k.id
     where k.contact_id = $1 and k.action = 'withdraw'`,
    [yoav],
  )
  // The refusal of one contact is not visible to staff who see only the other.
  expect(line).toEqual({
    source_type: 'same_address',
    proof: null,
    recorded_by: ids.owner,
    said_by: dana,
    actor_id: ids.owner,
  })

  await db.as(as.owner, `select record_consent($1, 'email', 'home@example.com', 'grant', $2)`, [yoav, proof])
  expect(await reason(), 'a contact can renew their own consent').toEqual({ dana: 'no_consent', yoav: null })
})
