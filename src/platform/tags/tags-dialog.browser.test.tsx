import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeContact, unique } from '../../../test/browser/make-contact.ts'
import { backendAs, renderApp } from '../../../test/browser/render.tsx'
import { TagChip } from './tag-chip.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import { undoLast } from '../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const createdIds: string[] = []
afterEach(async () => {
  await backend.from('tags').delete().in('id', createdIds.splice(0)).throwOnError()
})

async function makeTag() {
  const { data } = await backend
    .from('tags')
    .insert({ name: unique('תגית') })
    .select('id, name, color')
    .single()
    .throwOnError()
  createdIds.push(data.id)
  return data
}
const read = async (id: string) =>
  (await backend.from('tags').select('name, color').eq('id', id).maybeSingle().throwOnError()).data

const open = () => renderApp(<TagsDialog open onOpenChange={() => {}} />, { as: 'owner' })
const nameField = (name: string) => page.getByLabelText(`השם של ${name}`)

test('a tag is renamed on blur, and other tags are unchanged', async () => {
  const [tag, other] = [await makeTag(), await makeTag()]
  await open()
  const renamed = unique('אחרת')
  await nameField(tag.name).fill(`  ${renamed}  `)
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => read(tag.id)).toMatchObject({ name: renamed })
  await expect.element(nameField(renamed)).toBeVisible()
  await expect.poll(() => read(other.id)).toMatchObject({ name: other.name })
})

test('an empty name and a duplicate one are refused at their tag, and nothing is saved', async () => {
  const [tag, other] = [await makeTag(), await makeTag()]
  await open()
  const row = page.getByRole('listitem').filter({ has: nameField(tag.name) })
  await nameField(tag.name).fill(' ')
  await userEvent.keyboard('{Tab}')
  await expect.element(row.getByText('שדה חובה')).toBeVisible()
  await nameField(tag.name).fill(other.name)
  await userEvent.keyboard('{Tab}')
  await expect.element(row.getByText('תגית בשם הזה כבר קיימת')).toBeVisible()
  await expect.poll(() => read(tag.id)).toMatchObject({ name: tag.name })
  await page.getByLabelText(`הצבע של ${tag.name}`).selectOptions('ירוק')
  await expect.poll(() => read(tag.id)).toMatchObject({ color: 'stage-5' })
  await expect.element(row.getByText('תגית בשם הזה כבר קיימת')).not.toBeInTheDocument()
})

test("a colleague's new name of the tag during the edit is not overwritten, until the field is left again", async () => {
  const tag = await makeTag()
  const { connection } = await open()
  const field = nameField(tag.name)
  const mine = unique('שלי')
  await field.fill(mine)
  const input = field.element() as HTMLInputElement
  const theirs = unique('של דנה')
  await backendAs('admin').from('tags').update({ name: theirs }).eq('id', tag.id).throwOnError()
  // Simulates the refetch after a new sign-in.
  await connection.queries.invalidateQueries()
  await expect.element(nameField(theirs)).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText(/מישהו אחר שמר קודם/)).toBeVisible()
  expect(input.value).toBe(mine)
  expect(await read(tag.id)).toMatchObject({ name: theirs })
  input.focus()
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => read(tag.id)).toMatchObject({ name: mine })
})

test("a renamed tag then shows a colleague's newer name, and passing through its field does not overwrite that name", async () => {
  const tag = await makeTag()
  const { connection } = await open()
  const mine = unique('שלי')
  await nameField(tag.name).fill(mine)
  await userEvent.keyboard('{Tab}')
  await expect.element(nameField(mine)).toBeVisible()
  const theirs = unique('של דנה')
  await backendAs('admin').from('tags').update({ name: theirs }).eq('id', tag.id).throwOnError()
  // Simulates the refetch after a new sign-in.
  await connection.queries.invalidateQueries()
  const field = nameField(theirs)
  await expect.element(field).toHaveValue(theirs)
  await field.click()
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => connection.queries.isMutating()).toBe(0)
  expect(await read(tag.id)).toMatchObject({ name: theirs })
})

test('a colour is saved when it is selected', async () => {
  const tag = await makeTag()
  await open()
  await page.getByLabelText(`הצבע של ${tag.name}`).selectOptions('ירוק')
  await expect.poll(() => read(tag.id)).toEqual({ name: tag.name, color: 'stage-5' })
})

test('deleting a tag shows how many contacts had it, and undo restores it to them', async () => {
  const tag = await makeTag()
  const contacts = [await makeContact(), await makeContact()]
  await backend
    .from('contact_tags')
    .insert(contacts.map(({ id }) => ({ contact_id: id, tag_id: tag.id })))
    .throwOnError()
  await open()
  await page.getByRole('button', { name: `מחיקת התגית ${tag.name}` }).click()
  await expect.element(page.getByText(/נמחקה משני אנשי קשר/)).toBeVisible()
  await expect.element(nameField(tag.name)).not.toBeInTheDocument()
  await undoLast()
  await expect.element(nameField(tag.name)).toBeVisible()
  const { data } = await backend.from('contact_tags').select('contact_id').eq('tag_id', tag.id).throwOnError()
  expect(data).toHaveLength(2)
})

test.each(['rename', 'delete'])(
  'the %s of a tag that a colleague deleted shows that it no longer exists',
  async (change) => {
    const tag = await makeTag()
    await open()
    await expect.element(nameField(tag.name)).toBeVisible()
    await backendAs('admin').from('tags').delete().eq('id', tag.id).throwOnError()
    if (change === 'delete') await page.getByRole('button', { name: `מחיקת התגית ${tag.name}` }).click()
    else {
      await nameField(tag.name).fill(unique('אחרת'))
      await userEvent.keyboard('{Tab}')
    }
    await expect.element(page.getByText('התגית הזאת כבר לא קיימת')).toBeVisible()
    await expect.element(nameField(tag.name)).not.toBeInTheDocument()
  },
)

function Chips() {
  const [names, setNames] = useState(['חמים', 'בית', 'לידים'])
  return (
    <div className="tags">
      {names.map((name) => (
        <TagChip
          key={name}
          tag={{ id: name, name, color: 'stage-1' }}
          onRemove={() => setNames((all) => all.filter((one) => one !== name))}
        />
      ))}
      <button type="button">הוספה</button>
    </div>
  )
}

test('removing a tag by keyboard focuses the next or previous tag, and after the last one the add button', async () => {
  await renderApp(<Chips />)
  const off = (name: string) => page.getByRole('button', { name: `הסרת התגית ${name}` })
  await off('בית').click()
  await expect.element(off('לידים')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(off('חמים')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'הוספה' })).toHaveFocus()
})
