import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from '#lib/schema.ts'
import { TextField } from '#ui/forms/field.tsx'
import { renderApp } from '../../../test/browser/render.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { type RecordConflict, RecordDialog, RecordForm } from './record-dialog.tsx'

const Named = z.object({ name: z.string().min(2, 'לפחות 2 תווים') })
const refusals = { name_taken: 'השם תפוס', row_gone: 'השורה נמחקה' }
const refusal = (code: string) => Object.assign(new Error(code), { code: 'PT409' })

type Props = { save: (typed: z.infer<typeof Named>) => Promise<void>; conflict?: RecordConflict }

function Screen({ save, conflict }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <UnsavedGuard />
      <button type="button" onClick={() => setOpen(true)}>
        עריכה
      </button>
      <RecordDialog open={open} onClose={() => setOpen(false)} title="שם השורה">
        <RecordForm
          schema={Named}
          refusals={refusals}
          fields={{ name_taken: 'name' }}
          save={save}
          saved="השם נשמר"
          action="שמירה"
          {...(conflict && { conflict })}
        >
          {(errors) => (
            <>
              <TextField name="note" label="הערה" />
              <TextField name="name" label="שם" error={errors['name']} />
            </>
          )}
        </RecordForm>
      </RecordDialog>
    </>
  )
}

const dialog = page.getByRole('dialog', { name: 'שם השורה' })
const field = dialog.getByLabelText('שם')

async function openWith(props: Props) {
  await renderApp(<Screen {...props} />)
  await page.getByRole('button', { name: 'עריכה' }).click()
  await expect.element(dialog).toBeVisible()
}
const noSave = () => Promise.reject(new Error('unexpected save'))

test('Escape closes a dialog without input, and asks for confirmation before discarding input', async () => {
  await openWith({ save: noSave })
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  const opener = page.getByRole('button', { name: 'עריכה' })
  await opener.click()
  await field.fill('נועה')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' })
  await question.getByRole('button', { name: 'חזרה לעריכה' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('נועה')
  await field.click()
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'יציאה בלי לשמור' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('a refusal is shown at its field, which takes the focus, and the input is preserved', async () => {
  const sent: string[] = []
  await openWith({
    save: async ({ name }) => {
      sent.push(name)
      if (name === 'נועה') throw refusal('name_taken')
    },
  })
  await field.fill('נ')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(dialog.getByText('לפחות 2 תווים')).toBeVisible()
  await field.fill('נועה')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(dialog.getByText('השם תפוס')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('נועה')
  await field.fill('נועה לוי')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('השם נשמר')).toBeVisible()
  expect(sent).toEqual(['נועה', 'נועה לוי'])
})

test('a refusal that arrives after the dialog was closed is shown as a toast', async () => {
  let refuse = (_error: Error) => {}
  await openWith({ save: () => new Promise((_, reject) => (refuse = reject)) })
  await field.fill('נועה')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  refuse(refusal('row_gone'))
  await expect.element(page.getByText('השורה נמחקה')).toBeVisible()
})

test('Enter during a save does not submit again', async () => {
  let saves = 0
  let end = () => {}
  await openWith({
    save: () => {
      saves += 1
      return new Promise((resolve) => (end = resolve))
    },
  })
  await field.fill('נועה')
  await userEvent.keyboard('{Enter}{Enter}')
  end()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(saves).toBe(1)
})

test('after a conflict the dialog stays open, the conflict message takes the focus, and the next save is accepted', async () => {
  let saves = 0
  await openWith({
    save: async () => {
      saves += 1
      if (saves === 1) throw refusal('stale_version')
    },
    conflict: { notice: <p>דנה שינתה את השם</p>, isConflict: (error) => (error as Error).message === 'stale_version' },
  })
  await field.fill('נועה')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(dialog.getByText('דנה שינתה את השם')).toBeVisible()
  await expect.poll(() => document.activeElement?.textContent).toBe('דנה שינתה את השם')
  await expect.element(field).toHaveValue('נועה')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})
