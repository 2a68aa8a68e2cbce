import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeField } from '../../../test/browser/custom-fields.ts'
import { renderApp } from '../../../test/browser/render.tsx'
import { CustomFields } from './custom-fields.tsx'
import type { CustomValues } from './fields.ts'
import type { WithFields } from './save-fields.ts'

/**
 * A record with the version rule of the database. `theirs` is a concurrent save, which precedes the next save of the
 * form.
 */
function recordOf(custom: CustomValues) {
  const saved: CustomValues[] = []
  let stored: WithFields = { version: 1, custom }
  return {
    saved,
    start: stored,
    change: (values: CustomValues) => (stored = { ...stored, version: stored.version + 1, custom: values }),
    async save(seen: WithFields, next: CustomValues) {
      if (seen.version !== stored.version) throw Object.assign(new Error('stale_version'), { theirs: stored })
      saved.push(next)
      stored = { ...stored, version: stored.version + 1, custom: next }
      return stored
    },
  }
}
type Record = ReturnType<typeof recordOf>

function Card({ record, canEdit = true }: { record: Record; canEdit?: boolean }) {
  const [shown, setShown] = useState(record.start)
  return (
    <CustomFields
      entity="household"
      record={shown}
      canEdit={canEdit}
      onSave={async (seen, custom) => setShown(await record.save(seen, custom))}
    />
  )
}
const open = (record: Record, canEdit = true) => renderApp(<Card record={record} canEdit={canEdit} />, { as: 'owner' })
const edit = page.getByRole('button', { name: /^עריכה/ })
const save = page.getByRole('button', { name: 'שמירה' })

test('values are formatted by field type, and empty fields are shown only if required', async () => {
  const money = await makeField({ type: 'money' })
  const link = await makeField({ type: 'url' })
  const phone = await makeField({ type: 'phone' })
  const empty = await makeField()
  const missing = await makeField({ required: true })
  await open(recordOf({ [money.key]: 69_050, [link.key]: 'https://www.example.com/', [phone.key]: '+972501234567' }))
  await expect.element(page.getByText('690.50', { exact: false })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'example.com' }))
    .toHaveAttribute('href', 'https://www.example.com/')
  await expect.element(page.getByRole('link', { name: '050-123-4567' })).toHaveAttribute('href', 'tel:+972501234567')
  await expect.element(page.getByText(missing.label)).toBeVisible()
  await expect.element(page.getByText('חסר', { exact: true })).toBeVisible()
  expect(page.getByText(empty.label).elements()).toEqual([])
})

test('a saved value is shown, an emptied field is hidden, and the focus returns to the edit button', async () => {
  const [city, street] = [await makeField(), await makeField()]
  const record = recordOf({ [city.key]: 'חיפה', [street.key]: 'הרצל', other: 'נשאר' })
  await open(record)
  await edit.click()
  await page.getByLabelText(city.label).fill(' עכו ')
  await page.getByLabelText(street.label).fill('')
  await save.click()
  await expect.element(page.getByText('עכו', { exact: true })).toBeVisible()
  expect(page.getByText('הרצל').elements()).toEqual([])
  expect(record.saved).toEqual([{ [city.key]: 'עכו', other: 'נשאר' }])
  await expect.element(edit).toHaveFocus()
})

test('an unchanged form sends nothing, and cancelling discards the input', async () => {
  const city = await makeField()
  const record = recordOf({ [city.key]: 'חיפה' })
  await open(record)
  await edit.click()
  await save.click()
  await expect.element(edit).toHaveFocus()
  await edit.click()
  await page.getByLabelText(city.label).fill('עכו')
  await page.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(page.getByText('חיפה')).toBeVisible()
  expect(record.saved).toEqual([])
})

test('an invalid value and an empty required field are refused, and the first invalid field takes the focus', async () => {
  const sum = await makeField({ type: 'money' })
  const name = await makeField({ required: true })
  const record = recordOf({})
  await open(record)
  await edit.click()
  await page.getByLabelText(sum.label).fill('הרבה')
  await save.click()
  const wrong = page.getByLabelText(sum.label)
  await expect.element(wrong).toHaveFocus()
  await expect.element(wrong).toHaveAccessibleDescription(/יש להזין סכום בשקלים/)
  await expect.element(page.getByLabelText(name.label, { exact: false })).toHaveAccessibleDescription(/שדה חובה/)
  expect(record.saved).toEqual([])
  await wrong.fill('690.5')
  await page.getByLabelText(name.label, { exact: false }).fill('נועה')
  await save.click()
  await expect.poll(() => record.saved).toEqual([{ [sum.key]: 69_050, [name.key]: 'נועה' }])
})

test('a hidden option is offered only for a record that has it', async () => {
  const options = [
    { id: 'a', label: 'שכירות' },
    { id: 'b', label: 'דירת עבר', hidden: true },
  ]
  const field = await makeField({ type: 'select', options })
  const screen = await open(recordOf({ [field.key]: 'b' }))
  await edit.click()
  await expect.element(page.getByLabelText(field.label)).toHaveDisplayValue('דירת עבר')
  await screen.unmount()
  await open(recordOf({}))
  await edit.click()
  const texts = () =>
    [...(page.getByLabelText(field.label).element() as HTMLSelectElement).options].map((one) => one.text)
  await expect.poll(texts).toEqual(['ללא', 'שכירות'])
})

test('multiple choices are saved as a list, and clearing the last one removes the value', async () => {
  const options = [
    { id: 'a', label: 'ילדים' },
    { id: 'b', label: 'חיות' },
  ]
  const field = await makeField({ type: 'multi', options })
  const record = recordOf({ [field.key]: ['a'] })
  await open(record)
  await edit.click()
  await page.getByLabelText('חיות').click()
  await save.click()
  await expect.element(page.getByText('ילדים, חיות')).toBeVisible()
  await edit.click()
  await page.getByLabelText('ילדים').click()
  await page.getByLabelText('חיות').click()
  await save.click()
  await expect.poll(() => record.saved).toEqual([{ [field.key]: ['a', 'b'] }, {}])
})

test("a colleague's concurrent change of another field is merged without a conflict", async () => {
  const [city, street] = [await makeField(), await makeField()]
  const record = recordOf({ [city.key]: 'חיפה', [street.key]: 'הרצל' })
  await open(record)
  await edit.click()
  await page.getByLabelText(city.label).fill('עכו')
  record.change({ [city.key]: 'חיפה', [street.key]: 'ביאליק' })
  await save.click()
  await expect.poll(() => record.saved).toEqual([{ [city.key]: 'עכו', [street.key]: 'ביאליק' }])
})

test('a concurrent change of the same field is shown first, and the next save overwrites it', async () => {
  const city = await makeField()
  const record = recordOf({ [city.key]: 'חיפה' })
  await open(record)
  await edit.click()
  await page.getByLabelText(city.label).fill('עכו')
  record.change({ [city.key]: 'נהריה' })
  await save.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/נהריה/)
  await expect.element(page.getByLabelText(city.label)).toHaveValue('עכו')
  expect(record.saved).toEqual([])
  await save.click()
  await expect.poll(() => record.saved).toEqual([{ [city.key]: 'עכו' }])
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('saving a record that was deleted during the edit shows a message, and the input is preserved', async () => {
  const city = await makeField()
  const isGone = () => Promise.reject(Object.assign(new Error('stale_version'), { theirs: null }))
  await renderApp(<CustomFields entity="household" record={{ id: 'one', version: 1, custom: {} }} onSave={isGone} />, {
    as: 'owner',
  })
  await edit.click()
  await page.getByLabelText(city.label).fill('עכו')
  await save.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('הרשומה נמחקה בינתיים, או שאין לכם גישה אליה')
  await expect.element(page.getByLabelText(city.label)).toHaveValue('עכו')
})

test('a user without edit rights sees the values and no edit button', async () => {
  const city = await makeField()
  await open(recordOf({ [city.key]: 'חיפה' }), false)
  await expect.element(page.getByText('חיפה')).toBeVisible()
  expect(edit.elements()).toEqual([])
})
