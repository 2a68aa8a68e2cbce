import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { unique } from '../../../test/browser/make-contact.ts'
import { backendAs, renderApp } from '../../../test/browser/render.tsx'
import { LostReasonDialog } from './lost-reason-dialog.tsx'
import type { LossDetails } from './pipelines.ts'
import { openDialog as dialog } from '../../../test/browser/open-dialog.ts'

const backend = backendAs('owner')
const createdIds: string[] = []
afterEach(async () => {
  await backend.from('lost_reasons').delete().in('id', createdIds.splice(0)).throwOnError()
})

async function makeReason(is_active = true) {
  const { data } = await backend
    .from('lost_reasons')
    .insert({ name: unique('סיבה'), position: 90, is_active })
    .select('id, name')
    .single()
    .throwOnError()
  createdIds.push(data.id)
  return data
}

function Screen({ lost }: { lost: LossDetails[] }) {
  const [opportunity, setOpportunity] = useState<string>()
  const close = () => setOpportunity(undefined)
  return (
    <>
      <button type="button" onClick={() => setOpportunity('נועה לוי')}>
        הזזה
      </button>
      <LostReasonDialog
        name={opportunity}
        onKeep={close}
        onLose={(how) => {
          lost.push(how)
          close()
        }}
      />
    </>
  )
}

const reason = dialog.getByLabelText('סיבה', { exact: false }).first()
const save = dialog.getByRole('button', { name: 'שמירה' })

async function open() {
  const lost: LossDetails[] = []
  await renderApp(<Screen lost={lost} />, { as: 'sales' })
  await page.getByRole('button', { name: 'הזזה' }).click()
  await expect.element(reason).toBeVisible()
  return lost
}

test('the reason is required and the note is not', async () => {
  const { id, name } = await makeReason()
  const lost = await open()
  await save.click()
  await expect.element(reason).toHaveFocus()
  await expect.element(reason).toHaveAccessibleDescription('יש לבחור סיבה')
  await expect.element(reason.getByRole('option', { name: 'בחירה מהרשימה' })).toBeDisabled()
  await reason.selectOptions(name)
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(lost).toEqual([{ reasonId: id, note: '' }])
})

test('an inactive reason is not offered', async () => {
  const [on, off] = [await makeReason(), await makeReason(false)]
  await open()
  const texts = [...(reason.element() as HTMLSelectElement).options].map((one) => one.text)
  expect(texts).toContain(on.name)
  expect(texts).not.toContain(off.name)
})

test('Escape leaves the opportunity in its stage, and the dialog reopens without an error', async () => {
  await makeReason()
  const lost = await open()
  await save.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(lost).toEqual([])
  await page.getByRole('button', { name: 'הזזה' }).click()
  await expect.element(dialog).toMatchTextContent(/נועה לוי/)
  await expect.element(reason).not.toHaveAttribute('aria-invalid')
})
