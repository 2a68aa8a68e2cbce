import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { defaultTemplates } from './default-templates.ts'
import { readEmailTemplates } from './email-templates.server.ts'
import { type EmailContent, emailKinds, emailTemplates } from './email-templates.ts'

const db = await testDatabase()
const { as } = await makeActors(db)

const columns = ['subject', 'preheader', 'heading', 'body', 'button', 'closing'] as const
const write = (kind: string, content: Partial<Omit<EmailContent, 'blocks'> & { blocks: unknown }>) =>
  db.sql(`insert into email_texts (kind, ${columns.join(', ')}, blocks) values ($1, $2, $3, $4, $5, $6, $7, $8)`, [
    kind,
    ...columns.map((column) => ({ ...defaultTemplates.invite, ...content })[column]),
    JSON.stringify(content.blocks ?? []),
  ])
const picture = { id: '6f0c1f5e-7f3a-4a39-9f4b-2f3a4b5c6d7e', format: 'webp', width: 600, height: 400 }
const blocks = [
  { kind: 'picture', picture, alt: 'המשרד', to: '' },
  { kind: 'article', title: 'לפני הפגישה', text: '', to: '/blog/before', picture: null },
  { kind: 'text', text: 'נתראה, {{email}}' },
]

await write('invite', {})
const insert = `insert into email_texts (kind, subject, heading, body, button) values ('recover_password', 'א', 'ב', 'ג', 'ד') returning *`

test.each([
  ['read custom texts', `select from email_texts`, 'owner admin'],
  ['insert custom texts', insert, 'owner admin'],
  ['update custom texts', `update email_texts set subject = 'שלום' returning *`, 'owner admin'],
  ['delete custom texts', `delete from email_texts returning *`, 'owner admin'],
])('only the expected roles can %s', async (_, sql, actor) => {
  expect(await whoMay(db, as, sql)).toBe(actor)
})

test.each<[string, string, Parameters<typeof write>[1], string]>([
  ['an unknown kind', 'advertisement', {}, 'unknown_email_kind'],
  ['no subject', 'recover_password', { subject: ' ' }, 'email_subject_length'],
  ['a subject of two lines', 'recover_password', { subject: 'א\r\nBcc: x' }, 'email_subject_length'],
  ['a subject that is too long', 'recover_password', { subject: 'א'.repeat(121) }, 'email_subject_length'],
  ['no body', 'recover_password', { body: '\n' }, 'email_body_length'],
  ['a body over 4000 characters', 'recover_password', { body: 'א'.repeat(4001) }, 'email_body_length'],
  ['an unknown token', 'recover_password', { body: '{{password}}' }, 'unknown_email_token'],
  ['a token of another kind', 'cancellation_received', { body: '{{validFor}}' }, 'unknown_email_token'],
  ['an unclosed token', 'recover_password', { closing: 'שלום {{email' }, 'unknown_email_token'],
  ['an image without alt text', 'recover_password', { blocks: [{ ...blocks[0], alt: ' ' }] }, 'email_block_incomplete'],
  [
    'a block with a condition',
    'recover_password',
    { blocks: [{ ...blocks[2], when: 'תגית=א' }] },
    'email_block_incomplete',
  ],
  [
    'an unknown token in a block',
    'recover_password',
    { blocks: [{ kind: 'heading', text: '{{password}}' }] },
    'unknown_email_token',
  ],
  ['blocks that are not a list', 'recover_password', { blocks: { kind: 'line' } }, 'email_blocks_shape'],
  ['too many blocks', 'recover_password', { blocks: Array(21).fill({ kind: 'line' }) }, 'email_blocks_shape'],
  ['a link without a button', 'recover_password', { button: null }, 'email_without_button'],
])('%s is refused with its constraint', async (_, kind, content, constraint) => {
  await expect(write(kind, content)).rejects.toMatchObject({ constraint })
})

test('kinds, tokens and links in the database match those in the code', async () => {
  const known = await db.sql<{ kind: string; tokens: string[]; has_link: boolean }>(`select * from email_kinds`)
  const byKind = Object.fromEntries(known.map(({ kind, tokens, has_link }) => [kind, { tokens, hasLink: has_link }]))
  const inCode = Object.entries(emailTemplates).map(([kind, { tokens, hasLink }]) => [kind, { tokens, hasLink }])
  expect(byKind).toEqual(Object.fromEntries(inCode))
})

test('a mail without a link needs no button', async () => {
  await write('accessibility_received', { button: null, body: 'מספר הפנייה: {{ticketNumber}}', closing: '' })
  expect(await db.sql(`delete from email_texts where kind = 'accessibility_received' returning kind`)).toHaveLength(1)
})

test('a mail uses the custom text, and the default text after the custom text was deleted', async () => {
  await db.sql(`update email_texts set subject = 'בואו אלינו' where kind = 'invite'`)
  const edited = await readEmailTemplates(db.authenticator)
  expect(edited.invite.subject).toBe('בואו אלינו')
  expect(edited.recover_password).toEqual(defaultTemplates.recover_password)
  expect(Object.keys(edited).toSorted()).toEqual([...emailKinds].toSorted())
  await db.sql('delete from email_texts')
  expect(await readEmailTemplates(db.authenticator)).toEqual(defaultTemplates)
})

test('a mail can contain images and articles after its body, and the library lists it as a usage', async () => {
  await write('recover_password', { blocks })
  expect((await readEmailTemplates(db.authenticator)).recover_password.blocks).toEqual(blocks)
  expect(await db.sql('select place, link from private.picture_uses_of_email_texts($1)', [[picture.id]])).toEqual([
    { place: 'נוסח הודעה', link: '/crm/email/texts?kind=recover_password' },
  ])
  await db.sql('delete from email_texts')
})

test('each update increases the version, and an update of a stale version is refused', async () => {
  await write('change_email', {})
  await db.sql(`update email_texts set subject = 'שינוי'`)
  expect(await db.sql('select version from email_texts')).toEqual([{ version: 2 }])
})
