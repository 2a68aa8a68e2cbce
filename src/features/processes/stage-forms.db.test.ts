// The form of a stage: opened in the portal by its client, continued on another device, and submitted once.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { makeForm, newKey } from '../../../test/form-filler.ts'

const db = await testDatabase()
const { as, ids, call, filling, person } = await makeForm(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

const form = await id(`select id from forms where public_id = 'bdika'`)
const home = await id(`insert into households (name) values ('לוי') returning id`)
async function makeClient(name: string, household: string | null) {
  const user = await id('insert into auth.users (email) values ($1) returning id', [`${name}@example.com`])
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [user])
  const contact = await id(
    `insert into contacts (first_name, household_id, household_role, client_user_id, owner_id) values ($1, $2, $3, $4, $5) returning id`,
    [name, household, household && 'partner', user, ids.coach],
  )
  return { contact, claims: { role: 'authenticated', sub: user } }
}
const noa = await makeClient('noa', home)
const itay = await makeClient('itay', home)
const other = await makeClient('other', null)

/** A family in the first of two stages, both with the form. */
async function start() {
  const template = await id(`insert into process_templates (name) values ('ליווי') returning id`)
  const instances: string[] = []
  const process = await id(
    `insert into client_processes (contact_id, household_id, process_template_id) values ($1, $2, $3) returning id`,
    [noa.contact, home, template],
  )
  for (const place of [1, 2]) {
    const stage = await id(
      `insert into process_stages (template_id, name, stage_order, stage_type, form_id) values ($1, $2, $3, 'form', $4) returning id`,
      [template, `שלב ${place}`, place, form],
    )
    instances.push(
      await id(
        `insert into process_stage_instances (client_process_id, process_stage_id, status) values ($1, $2, $3) returning id`,
        [process, stage, place === 1 ? 'active' : 'locked'],
      ),
    )
  }
  return { open: instances[0]!, locked: instances[1]! }
}
const stateFor = async ({ claims }: typeof noa, instance: string) =>
  (
    await db.as<{ state: string }>(claims, 'select state from my_stage_forms() where stage_instance_id = $1', [
      instance,
    ])
  )[0]?.state
async function open({ claims }: typeof noa, instance: string) {
  const token = newKey()
  const [opened] = await db.as<{ form_address: string; is_begun: boolean }>(
    claims,
    'select * from open_my_stage_form($1, $2)',
    [instance, token],
  )
  return { ...opened!, token }
}

test('the form of an open stage is started, continued on another device and submitted, separately for each partner', async () => {
  const { open: stage } = await start()
  expect([await stateFor(noa, stage), await stateFor(itay, stage)]).toEqual(['none', 'none'])
  const first = await open(noa, stage)
  expect(first).toMatchObject({ form_address: 'bdika', is_begun: false })
  const entries = person()
  const key = newKey()
  await call('save-form-draft', filling(entries, { key, link: first.token, revision: 0 }))
  expect([await stateFor(noa, stage), await stateFor(itay, stage)]).toEqual(['draft', 'none'])

  const onPhone = await open(noa, stage)
  expect(onPhone.is_begun).toBe(true)
  const opened = await call('open-form', { formId: 'bdika', key: onPhone.token })
  expect(opened.body['filling']).toMatchObject({ entries: { name: entries['name'] } })
  expect((await call('submit-form', filling(entries, { key: onPhone.token }))).status).toBe(200)
  expect([await stateFor(noa, stage), await stateFor(itay, stage)]).toEqual(['sent', 'none'])
  expect(
    await db.sql(`select contact_id from form_submissions where status = 'complete' and contact_id = $1`, [
      noa.contact,
    ]),
  ).toHaveLength(1)
  await expect(open(noa, stage)).rejects.toMatchObject({ message: 'form_link_used' })

  const shown = () =>
    db.as(as.coach, 'select contact_name, state from stage_forms_of($1) where stage_instance_id = $2', [
      noa.contact,
      stage,
    ])
  expect(await shown()).toEqual([
    { contact_name: 'noa', state: 'sent' },
    { contact_name: 'itay', state: 'none' },
  ])
  const own = await open(itay, stage)
  expect((await call('submit-form', filling(person(), { link: own.token }))).status).toBe(200)
  expect(await stateFor(itay, stage)).toBe('sent')
  expect(await shown()).toEqual([
    { contact_name: 'noa', state: 'sent' },
    { contact_name: 'itay', state: 'sent' },
  ])
})

test('a once_per_person form that the client has submitted counts as sent in every stage', async () => {
  const first = await open(noa, (await start()).open)
  expect((await call('submit-form', filling(person(), { link: first.token }))).status).toBe(200)
  const { open: stage } = await start()
  expect(await stateFor(noa, stage)).toBe('none')
  await db.sql('update forms set once_per_person = true where id = $1', [form])
  expect(await stateFor(noa, stage)).toBe('sent')
  await expect(open(noa, stage)).rejects.toMatchObject({ message: 'form_link_used' })
  expect(
    await db.as(as.coach, 'select state from stage_forms_of($1) where stage_instance_id = $2 and contact_name = $3', [
      noa.contact,
      stage,
      'noa',
    ]),
  ).toEqual([{ state: 'sent' }])
  await db.sql('update forms set once_per_person = false where id = $1', [form])
})

test('a published form opens only in a stage opened to its client, unless revoked, and with a well-formed key', async () => {
  const { open: stage, locked } = await start()
  const notFound = { message: 'stage_form_gone' }
  await expect(open(noa, locked)).rejects.toMatchObject(notFound)
  await expect(open(other, stage)).rejects.toMatchObject(notFound)
  await expect(db.as(noa.claims, `select * from open_my_stage_form($1, 'short')`, [stage])).rejects.toMatchObject(
    notFound,
  )
  expect(await stateFor(other, stage)).toBeUndefined()
  expect(await stateFor(noa, locked)).toBeUndefined()
  await db.sql(`update forms set status = 'paused' where id = $1`, [form])
  expect(await stateFor(noa, stage)).toBeUndefined()
  await expect(open(noa, stage)).rejects.toMatchObject(notFound)
  await db.sql(`update forms set status = 'published' where id = $1`, [form])
  await open(noa, stage)
  await db.sql('update form_links set revoked_at = now() where stage_instance_id = $1', [stage])
  await expect(open(noa, stage)).rejects.toMatchObject(notFound)
})
