import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { checkTemplate, type FieldKind } from '#lib/templates/check-template.ts'
import { kindsOf, namesOf } from '#platform/merge-fields/merge-fields.ts'
import { renderTemplate as renderText } from '#lib/templates/render-template.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { renderTemplate, type TemplateRequest } from './message-templates.server.ts'
import { mergeFieldsFor } from './message-templates.ts'

const db = await testDatabase()
const { as } = await makeActors(db)

const mail = (text: string, more: object = {}) => ({
  subject: 'שלום {{שם_פרטי|לכם}}',
  preheader: '',
  blocks: [{ kind: 'text', text }],
  ...more,
})
let n = 0
async function addTemplate(content: object, { channel = 'email' } = {}) {
  const [row] = await db.as<{ id: string; version: number }>(
    as.owner,
    'insert into message_templates (name, channel, draft) values ($1, $2, $3) returning id, version',
    [`תבנית ${(n += 1)}`, channel, JSON.stringify(content)],
  )
  return row!
}
const publish = (template: string, version: number, from?: number) =>
  db.as<{ published_number: number; version: number }>(
    as.owner,
    'select published_number, version from publish_message_template($1, $2, $3)',
    [template, version, from ?? null],
  )
async function published(content: object, options?: { channel: string }) {
  const { id, version } = await addTemplate(content, options)
  await publish(id, version)
  return id
}
const render = (request: TemplateRequest) =>
  inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    renderTemplate(tx, request, { siteUrl: 'https://site.example' }),
  )
async function addContact(columns: Record<string, unknown> = {}, email?: string) {
  const values = { first_name: 'נועה', last_name: 'לוי', ...columns }
  const [row] = await db.sql<{ id: string }>(
    `insert into contacts (${Object.keys(values).join(', ')}) values (${Object.keys(values)
      .map((_, i) => `$${i + 1}`)
      .join(', ')}) returning id`,
    Object.values(values),
  )
  if (email)
    await db.sql(
      `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
      [row!.id, email],
    )
  return row!.id
}

test.each([
  [
    'write a draft',
    `insert into message_templates (name, channel) values ('חדשה', 'email') returning *`,
    'owner admin content',
  ],
  ['read versions', `select from message_template_versions`, 'owner admin coach sales content'],
  ['publish', `select from publish_message_template($1, 1)`, 'owner admin'],
  ['archive', `select from archive_message_template($1, true)`, 'owner admin'],
])('roles that may %s', async (what, sql, actors) => {
  const { id } = await addTemplate(mail('שלום'))
  if (what === 'read versions') await published(mail('שלום'))
  expect(await whoMay(db, as, sql.replace('$1', `'${id}'`))).toBe(actors)
})

test('only owners and admins can change the purpose of a published template, which determines the required consent', async () => {
  const { id, version } = await addTemplate(mail('מבצע'))
  const change = (actor: 'content' | 'owner', purpose: string) =>
    db.as<{ purpose: string }>(
      as[actor],
      'update message_templates set purpose = $2 where id = $1 returning purpose, version',
      [id, purpose],
    )
  const [drafted] = await change('content', 'marketing')
  expect(drafted).toMatchObject({ purpose: 'marketing', version: version + 1 })
  await publish(id, version + 1)
  await expect(change('content', 'service')).rejects.toMatchObject({ message: 'template_purpose_fixed' })
  expect(await change('owner', 'service')).toMatchObject([{ purpose: 'service' }])
})

test('a published version is immutable, and a later publication creates a new one', async () => {
  const { id, version } = await addTemplate(mail('ראשונה'))
  const [first] = await publish(id, version)
  await db.as(as.owner, 'update message_templates set draft = $2 where id = $1', [id, JSON.stringify(mail('שנייה'))])
  const [second] = await publish(id, first!.version + 1)
  expect([first!.published_number, second!.published_number]).toEqual([1, 2])
  await expect(
    db.sql(`update message_template_versions set content = '{}' where template_id = $1`, [id]),
  ).rejects.toThrow('template_version_fixed')
  const [back] = await publish(id, second!.version, 1)
  expect(back!.published_number).toBe(3)
  const versions = await db.sql(
    'select content from message_template_versions where template_id = $1 order by number',
    [id],
  )
  expect(versions.map(({ content }) => content)).toEqual([mail('ראשונה'), mail('שנייה'), mail('ראשונה')])
})

test('publishing unchanged content adds no version', async () => {
  const { id, version } = await addTemplate(mail('אותו דבר'))
  const [first] = await publish(id, version)
  const [again] = await publish(id, first!.version)
  expect(again!.published_number).toBe(1)
})

test.each<[string, object, string]>([
  ['an unknown field', mail('שלום {{סיסמה}}'), 'template_field_unknown'],
  ['an unclosed field', mail('שלום {{שם_פרטי'), 'template_field_unknown'],
  ['a condition without an end', mail('{{אם תגית=א}}שלום'), 'template_field_unknown'],
  [
    'an unknown field in the condition of a block',
    mail('', { blocks: [{ kind: 'line', when: 'סיסמה=1' }] }),
    'template_field_unknown',
  ],
  ['no subject', mail('שלום', { subject: ' ' }), 'template_incomplete'],
  [
    'a script address',
    mail('', { blocks: [{ kind: 'button', words: 'א', to: 'javascript:alert(1)' }] }),
    'template_incomplete',
  ],
  ['no blocks', mail('', { blocks: [] }), 'template_incomplete'],
])('%s refuses publication', async (_, content, code) => {
  const { id, version } = await addTemplate(content)
  await expect(publish(id, version)).rejects.toThrow(code)
})

test('a stale version and an archived template cannot be published', async () => {
  const { id, version } = await addTemplate(mail('שלום'))
  await expect(publish(id, version + 1)).rejects.toThrow('template_changed')
  await db.as(as.owner, 'select from archive_message_template($1, true)', [id])
  await expect(publish(id, version + 1)).rejects.toThrow('template_archived')
})

test('merge field names in the database match those in the code', async () => {
  const [row] = await db.sql<{ names: string[] }>('select private.merge_field_names(null) as names')
  expect(row!.names.toSorted()).toEqual(mergeFieldsFor(null, []).flatMap(namesOf).toSorted())
})

test('every declared field has a value for a complete contact, or is a link created at sending', async () => {
  const [home] = await db.sql<{ id: string }>(`insert into households (name) values ('משפחת לוי') returning id`)
  const contact = await addContact({ household_id: home!.id, birth_date: '1984-03-12', source: 'המלצה' })
  const [row] = await db.sql<{ raw: Record<string, unknown> }>('select private.merge_values($1, null, null) as raw', [
    contact,
  ])
  const declared = mergeFieldsFor(null, []).map(({ name }) => name)
  const read = Object.keys(row!.raw).filter((name) => !['form', 'context', 'custom', 'household_custom'].includes(name))
  expect(declared.filter((name) => !read.includes(name))).toEqual(['קישור.העדפות_דיוור'])
  expect(read.filter((name) => !declared.includes(name))).toEqual([])
})

test('a template is filled for a contact, and fields without a value are listed', async () => {
  const template = await published(
    mail('{{שם_פרטי}} {{מקור}}{{אחראי|הצוות}}', {
      blocks: [
        { kind: 'text', text: 'שלום {{firstName}}, {{מין:הוזמנת|הוזמנת|הוזמנתם}} {{מקור}}' },
        { kind: 'text', text: 'לוותיקים', when: 'תגית=ותיקים' },
      ],
    }),
  )
  const contact = await addContact({ gender_form: 'f' })
  expect(await render({ templateId: template, contactId: contact })).toMatchObject({
    number: 1,
    channel: 'email',
    content: { subject: 'שלום נועה', blocks: [{ kind: 'text', text: 'שלום נועה, הוזמנת' }] },
    missing: ['מקור'],
  })
  const [tag] = await db.sql<{ id: string }>(`insert into tags (name) values ('ותיקים') returning id`)
  await db.sql('insert into contact_tags (contact_id, tag_id) values ($1, $2)', [contact, tag!.id])
  const { content } = await render({ templateId: template, contactId: contact })
  expect(content).toMatchObject({ blocks: [{}, { text: 'לוותיקים' }] })
})

test('a value with markup, braces or a line break is inserted as plain text', async () => {
  const template = await published(mail('שלום {{שם_פרטי}}'))
  const contact = await addContact({ first_name: '**{{שם_מלא}}** [x](http://a.example)' })
  const { content } = await render({ templateId: template, contactId: contact })
  expect(content).toMatchObject({ subject: 'שלום שם מלא x http a example' })
})

test('partners who share a mailbox are addressed in the plural', async () => {
  const template = await published({ text: '{{מין:הוזמנת|הוזמנת|הוזמנתם}}' }, { channel: 'whatsapp' })
  const [home] = await db.sql<{ id: string }>(`insert into households (name) values ('משפחת כהן') returning id`)
  const member = { household_id: home!.id, household_role: 'partner', gender_form: 'm' }
  const alone = await addContact(member, 'one@example.com')
  expect(await render({ templateId: template, contactId: alone })).toMatchObject({ content: { text: 'הוזמנת' } })
  await addContact({ ...member, gender_form: 'f' }, 'one@example.com')
  expect(await render({ templateId: template, contactId: alone })).toMatchObject({ content: { text: 'הוזמנתם' } })
})

test('a link field has a separate token for each message, and only its hash is stored', async () => {
  const template = await published(mail('[להסרה]({{קישור.העדפות_דיוור}}) {{קישור.אתר}}'))
  const contact = await addContact({}, 'link@example.com')
  const links = await Promise.all(
    [1, 2].map(async () => {
      const { content } = await render({ templateId: template, contactId: contact })
      return /\(https:\/\/site\.example\/newsletter\/preferences\/(\S+)\) https:\/\/site\.example\//.exec(
        JSON.stringify(content),
      )?.[1]
    }),
  )
  expect(new Set(links).size).toBe(2)
  const found = await db.sql('select email from preferences_of($1)', [links[0]])
  expect(found).toEqual([{ email: 'li•••@example.com' }])
})

test('the preferences link belongs to the address that receives advertisements', async () => {
  const template = await published(mail('[להסרה]({{קישור.העדפות_דיוור}})'))
  const contact = await addContact({}, 'primary@example.com')
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 'agreed@example.com', 'agreed@example.com')`,
    [contact],
  )
  await db.as(as.owner, `select record_consent($1, 'email', 'agreed@example.com', 'grant', 'ביקשו בטלפון')`, [contact])
  const { content } = await render({ templateId: template, contactId: contact })
  const [, token] = /newsletter\/preferences\/([\w-]+)/.exec(JSON.stringify(content))!
  expect(await db.sql('select email from preferences_of($1)', [token])).toEqual([{ email: 'ag•••@example.com' }])
})

test('custom fields are formatted as on screen, and a custom field in use cannot be removed', async () => {
  const [field] = await db.as<{ id: string; key: string }>(
    as.owner,
    `insert into custom_field_defs (entity, label, type, options) values
     ('contact', 'מסלול', 'select', '[{"id":"gold","label":"זהב"}]') returning id, key`,
  )
  const template = await published(mail(`המסלול: {{שדה.${field!.key}|רגיל}}{{אם שדה.${field!.key}=זהב}} ותודה{{סוף}}`))
  const contact = await addContact({})
  await db.sql('update contact_staff_details set custom = $2 where contact_id = $1', [
    contact,
    { [field!.key]: 'gold' },
  ])
  const { content } = await render({ templateId: template, contactId: contact })
  expect(content).toMatchObject({ blocks: [{ text: 'המסלול: זהב ותודה' }] })

  const remove = () => db.as(as.owner, 'update custom_field_defs set deleted_at = now() where id = $1', [field!.id])
  await expect(remove()).rejects.toMatchObject({
    message: 'field_in_templates',
    detail: expect.stringMatching(/^תבנית \d+$/),
  })
  await db.as(as.owner, 'select from archive_message_template($1, true)', [template])
  await remove()
})

test('a deleted contact and an unpublished template are refused with a clear code', async () => {
  const { id } = await addTemplate(mail('שלום'))
  const contact = await addContact()
  await expect(render({ templateId: id, contactId: contact })).rejects.toMatchObject({ code: 'template_not_published' })
  await db.sql('update contacts set deleted_at = now() where id = $1', [contact])
  const other = await published(mail('שלום'))
  await expect(render({ templateId: other, contactId: contact })).rejects.toMatchObject({
    code: 'template_recipient_gone',
  })
})

const piece = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    '{{שם_פרטי}}',
    '{{ שם פרטי | חברים }}',
    '{{יום_הולדת:תאריך מלא}}',
    '{{יום_הולדת:מחר}}',
    '{{מין:א|ב|ג}}',
    '{{מין:א|ב}}',
    '{{אם תגית=א}}',
    '{{אם לא תגית}}',
    '{{אחרת}}',
    '{{סוף}}',
    '{{',
    '}}',
    '{',
    '}',
    '|',
    '{{לא ידוע}}',
    '{{אם }}',
    '{{|}}',
    '{{שם_פרטי|}}',
  ),
)

test('the database and the parser accept the same templates', async () => {
  const fields = mergeFieldsFor(null, [])
  const kinds = new Map<string, FieldKind>([...kindsOf(fields)].map(([name]) => [name, 'instant']))
  const texts = fc.sample(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('').replaceAll('\0', '')),
    800,
  )
  const found = await db.sql<{ text: string; fault: string | null }>(
    'select text, private.template_fault(text, $2) as fault from unnest($1::text[]) text',
    [texts, [...kinds.keys()]],
  )
  const differing = found.filter(
    ({ text, fault }) => (fault === null) !== (checkTemplate(text, { kinds }).length === 0),
  )
  expect(differing).toEqual([])
  expect(found.filter(({ fault }) => fault === null).length).toBeGreaterThan(100)
  for (const { text } of found.filter(({ fault }) => fault === null))
    renderText(text, { values: new Map(), form: 'plural' })
})

test.each([
  ['a name in capitals', { name: 'Next', language: 'he', parameters: [] }],
  ['an empty value', { name: 'next', language: 'he', parameters: [' '] }],
  ['no list of values', { name: 'next', language: 'he' }],
])('a WhatsApp template with %s in its approved part cannot be published', async (_, approved) => {
  const { id, version } = await addTemplate({ text: 'המפגש מחר', approved }, { channel: 'whatsapp' })
  await expect(publish(id, version)).rejects.toMatchObject({ message: 'template_incomplete' })
})

test('the values of an approved template are filled in order, and line breaks in them become spaces', async () => {
  const approved = { name: 'next', language: 'he', parameters: ['{{שם_פרטי}}', 'מחר\nבעשר', '{{שם_משפחה|לכם}}'] }
  const templateId = await published({ text: 'שלום {{שם_פרטי}}', approved }, { channel: 'whatsapp' })
  const { content, missing } = await render({ templateId, contactId: await addContact({ last_name: null }) })
  expect(content).toEqual({ text: 'שלום נועה', approved: { ...approved, parameters: ['נועה', 'מחר בעשר', 'לכם'] } })
  expect(missing).toEqual([])
})
