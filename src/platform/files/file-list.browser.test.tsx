import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { makeContact } from '../../../test/browser/make-contact.ts'
import { backendAs, renderApp } from '../../../test/browser/render.tsx'
import { FileList } from './file-list.tsx'
import { addFile } from './files.data.ts'
import { undoLast } from '../../../test/browser/undo-last.ts'

const textFile = (name: string, text = 'שלום') => new File([text], name, { type: 'text/plain' })
const open = (contactId: string, as: Role = 'owner', mayPutAwayAll = as === 'owner') =>
  renderApp(<FileList contactId={contactId} mayPutAwayAll={mayPutAwayAll} />, { as })

const names = () => [...document.querySelectorAll('.file__name')].map((one) => one.textContent)
const chooser = () => document.querySelector<HTMLInputElement>('input[type="file"]')!
const remove = (name: string) => page.getByRole('button', { name: `הסרת הקובץ ${name}` })
const alert = page.getByRole('alert')

test('chosen files are attached with their size, and the same file can be chosen again', async () => {
  const { id } = await makeContact()
  await open(id)
  await expect.element(page.getByText('אפשר לגרור לכאן מסמך, תמונה או הקלטה')).toBeVisible()
  await userEvent.upload(chooser(), [textFile('הסכם.txt'), textFile('תקציב.csv', 'א,ב'.repeat(500))])
  await expect.poll(() => names().toSorted()).toEqual(['הסכם.txt', 'תקציב.csv'])
  await expect.element(page.getByRole('listitem').filter({ hasText: 'תקציב.csv' })).toMatchTextContent(/2\.4 ק״ב/)
  await userEvent.upload(chooser(), textFile('הסכם.txt'))
  await expect.poll(names).toHaveLength(3)
})

test('a refused file shows its reason, and the other files of the selection are uploaded', async () => {
  const { id } = await makeContact()
  await open(id)
  await expect.element(page.getByText(/אפשר לגרור לכאן/)).toBeVisible()
  const files = [textFile('תוכנה.exe'), textFile('ריק.txt', ''), textFile('טוב.txt')]
  await userEvent.upload(chooser(), files)
  await expect.poll(names).toEqual(['טוב.txt'])
  await expect
    .element(alert)
    .toHaveTextContent('תוכנה.exe: אפשר לצרף מסמכים, גיליונות, תמונות והקלטותריק.txt: הקובץ ריק')
  await userEvent.upload(chooser(), textFile('עוד.txt'))
  await expect.poll(names).toHaveLength(2)
  await expect.element(alert).not.toBeInTheDocument()
})

function dragOver(type: 'dragover' | 'drop' | 'dragleave', data: DataTransfer) {
  const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data })
  document.querySelector('.files')!.dispatchEvent(event)
  return event.defaultPrevented
}

test("a dropped file is attached, and dropped text keeps the browser's default handling", async () => {
  const { id } = await makeContact()
  await open(id)
  await expect.element(page.getByText(/אפשר לגרור לכאן/)).toBeVisible()
  const transfer = new DataTransfer()
  transfer.setData('text/plain', 'מילים')
  expect(dragOver('dragover', transfer)).toBe(false)
  const data = new DataTransfer()
  data.items.add(textFile('נגרר.txt'))
  expect(dragOver('dragover', data)).toBe(true)
  await expect.poll(() => document.querySelector('.files--over')).not.toBeNull()
  dragOver('dragleave', data)
  await expect.poll(() => document.querySelector('.files--over')).toBeNull()
  expect(dragOver('drop', data)).toBe(true)
  await expect.poll(names).toEqual(['נגרר.txt'])
})

test('removing a file keeps the focus in the list, and undo restores the file', async () => {
  const { id } = await makeContact()
  for (const name of ['ראשון.txt', 'שני.txt']) await addFile(backendAs('owner'), { contactId: id }, textFile(name))
  await open(id)
  await remove('שני.txt').click()
  await expect.poll(names).toEqual(['ראשון.txt'])
  await expect.element(remove('ראשון.txt')).toHaveFocus()
  await undoLast()
  await expect.poll(names).toHaveLength(2)
})

test('sales can remove files they attached, but not those of others', async () => {
  const { id } = await makeContact()
  await addFile(backendAs('owner'), { contactId: id }, textFile('של הבעלים.txt'))
  await addFile(backendAs('sales'), { contactId: id }, textFile('של המכירות.txt'))
  await open(id, 'sales')
  await expect.element(remove('של המכירות.txt')).toBeVisible()
  await expect.poll(names).toHaveLength(2)
  expect(remove('של הבעלים.txt').elements()).toEqual([])
})

test("a colleague's file appears without a reload", async () => {
  const { id } = await makeContact()
  await open(id)
  await expect.element(page.getByText(/אפשר לגרור לכאן/)).toBeVisible()
  // The live channel is joined after the list is shown: the upload is repeated until the file appears.
  await expect
    .poll(
      async () => {
        if (names().length === 0) await addFile(backendAs('admin'), { contactId: id }, textFile('חי.txt'))
        return names()[0]
      },
      { interval: 1_000 },
    )
    .toBe('חי.txt')
})
