import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { loseNextRequest } from '../../../../test/browser/network.ts'
import { backendAsService, makeAccount, openScreen } from '../../../../test/browser/render.tsx'
import { violationsOf } from '../../../../test/browser/violations.ts'

/** A client with an account. */
async function makeClient() {
  const account = await makeAccount('client')
  const last = unique('לוי')
  const { id } = await makeContact({ first: 'נועה', last })
  await backendAsService().from('contacts').update({ client_user_id: account.id }).eq('id', id).throwOnError()
  return { account, contactId: id, last }
}
const pdf = (name: string, text = 'הסכם') => new File([`%PDF-1.7 ${text}`], name, { type: 'application/pdf' })

async function askFor(contactId: string, file: File) {
  const screen = await openScreen(`/crm/clients/${contactId}`, 'owner')
  await page.getByRole('button', { name: 'בקשת חתימה' }).click()
  const dialog = page.getByRole('dialog', { name: 'בקשת חתימה' })
  await dialog.getByLabelText('קובץ').upload(file)
  await expect.element(dialog.getByRole('checkbox', { name: /נועה/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'שליחת הבקשה' }).click()
  await expect.element(page.getByText('מחכה לחתימה', { exact: true })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  return screen
}

test('a client opens a requested document, signs it with the typed name, and client and staff see the certificate', async () => {
  const { account, contactId, last } = await makeClient()
  const name = `${unique('הסכם')}.pdf`
  const staff = await askFor(contactId, pdf(name))
  await staff.unmount()

  const portal = await openScreen('/client-portal/tasks', account)
  await page.getByRole('link', { name: `קריאה וחתימה: ${name}` }).click()
  await expect.element(page.getByRole('button', { name: 'פתיחת המסמך' })).toBeVisible()
  expect(page.getByRole('textbox', { name: 'שם מלא' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'פתיחת המסמך' }).click()
  await expect.element(page.getByRole('link', { name: 'קריאת המסמך בחלון נפרד' })).toHaveFocus()
  const sign = page.getByRole('button', { name: 'חתימה', exact: true })
  await page.getByRole('textbox', { name: 'שם מלא' }).fill('נועה')
  await sign.click()
  await expect.element(page.getByText('הקלידו שם פרטי ושם משפחה')).toBeVisible()
  await page.getByRole('textbox', { name: 'שם מלא' }).fill(`נועה ${last}`)
  expect(await violationsOf()).toEqual([])
  await sign.click()
  const certificate = page.getByRole('region', { name: 'אישור חתימה' })
  await expect.element(certificate).toMatchTextContent(new RegExp(`${name}.*נועה ${last}.*${account.email}`))
  await expect.element(page.getByRole('main')).toHaveFocus()
  expect(await violationsOf()).toEqual([])
  await page.getByRole('link', { name: 'לכל המסמכים' }).click()
  await expect.element(page.getByRole('link', { name: `אישור חתימה: ${name}` })).toBeVisible()
  expect(page.getByRole('region', { name: 'מחכה לחתימה שלכם' }).elements()).toEqual([])
  await portal.unmount()

  await openScreen(`/crm/clients/${contactId}`, 'owner')
  await page.getByRole('link', { name: new RegExp(`^אישור חתימה: ${name}`) }).click()
  await expect.element(certificate).toMatchTextContent(new RegExp(`נועה ${last}.*${account.email}`))
})

test('a replaced document needs a new signature, and a withdrawn request is removed from the portal', async () => {
  const { account, contactId } = await makeClient()
  const [first, second] = [`${unique('ראשון')}.pdf`, `${unique('שני')}.pdf`]
  const staff = await askFor(contactId, pdf(first))
  await page.getByLabelText(`מסמך חדש במקום ${first}`).upload(pdf(second, 'אחר'))
  await expect.element(page.getByRole('button', { name: new RegExp(`^ביטול הבקשה: ${second}`) })).toBeVisible()
  await staff.unmount()

  const portal = await openScreen('/client-portal/documents', account)
  await expect.element(page.getByRole('link', { name: `קריאה וחתימה: ${second}` })).toBeVisible()
  expect(page.getByRole('link', { name: `קריאה וחתימה: ${first}` }).elements()).toEqual([])
  const path = new URL(
    page
      .getByRole('link', { name: `קריאה וחתימה: ${second}` })
      .element()
      .getAttribute('href')!,
    location.origin,
  ).pathname
  await portal.unmount()

  const again = await openScreen(`/crm/clients/${contactId}`, 'owner')
  await page.getByRole('button', { name: new RegExp(`^ביטול הבקשה: ${second}`) }).click()
  await expect.element(page.getByText('הסכם או מסמך אחר לחתימה באזור האישי', { exact: false })).toBeVisible()
  await again.unmount()
  await openScreen(path, account)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('אין כאן מסמך לחתימה')
})

test('retrying a failed request or replacement reuses the uploaded document', async () => {
  const { contactId } = await makeClient()
  const [first, second] = [`${unique('ראשון')}.pdf`, `${unique('שני')}.pdf`]
  const named = async (name: string) =>
    (await backendAsService().from('files').select('id').eq('name', name).throwOnError()).data
  loseNextRequest('/functions/v1/ask-for-signature')
  await openScreen(`/crm/clients/${contactId}`, 'owner')
  await page.getByRole('button', { name: 'בקשת חתימה' }).click()
  const dialog = page.getByRole('dialog', { name: 'בקשת חתימה' })
  await dialog.getByLabelText('קובץ').upload(pdf(first))
  await expect.element(dialog.getByRole('checkbox', { name: /נועה/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'שליחת הבקשה' }).click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'שליחת הבקשה' }).click()
  await expect.element(page.getByText('מחכה לחתימה', { exact: true })).toBeVisible()
  expect(await named(first)).toHaveLength(1)

  loseNextRequest('/functions/v1/replace-document')
  // A file that is chosen twice from the device has the same modification time.
  const replacement = pdf(second, 'אחר')
  const choose = () => {
    const data = new DataTransfer()
    data.items.add(replacement)
    const chooser = page.getByLabelText(`מסמך חדש במקום ${first}`).element() as HTMLInputElement
    chooser.files = data.files
    chooser.dispatchEvent(new Event('change', { bubbles: true }))
  }
  choose()
  await expect.element(page.getByText('אין חיבור לשרת. נסו שוב')).toBeVisible()
  choose()
  await expect.element(page.getByRole('button', { name: new RegExp(`^ביטול הבקשה: ${second}`) })).toBeVisible()
  expect(await named(second)).toHaveLength(1)
})

test('after a lost signature request the document remains open, and the next click signs it', async () => {
  const { account, contactId, last } = await makeClient()
  const name = `${unique('הסכם')}.pdf`
  const staff = await askFor(contactId, pdf(name))
  await staff.unmount()
  await openScreen('/client-portal/tasks', account)
  await page.getByRole('link', { name: `קריאה וחתימה: ${name}` }).click()
  await page.getByRole('button', { name: 'פתיחת המסמך' }).click()
  const typed = page.getByRole('textbox', { name: 'שם מלא' })
  await typed.fill(`נועה ${last}`)
  loseNextRequest('/functions/v1/sign-document')
  await page.getByRole('button', { name: 'חתימה', exact: true }).click()
  await expect.element(page.getByText('אין חיבור לשרת. נסו שוב')).toBeVisible()
  await expect.element(typed).toHaveValue(`נועה ${last}`)
  await page.getByRole('button', { name: 'חתימה', exact: true }).click()
  await expect.element(page.getByRole('region', { name: 'אישור חתימה' })).toMatchTextContent(name)
})

test('a document that changed after it was opened shows the reason, and can be signed after it is opened again', async () => {
  const { account, contactId, last } = await makeClient()
  const name = `${unique('הסכם')}.pdf`
  const staff = await askFor(contactId, pdf(name))
  await staff.unmount()
  await openScreen('/client-portal/tasks', account)
  await page.getByRole('link', { name: `קריאה וחתימה: ${name}` }).click()
  const open = page.getByRole('button', { name: 'פתיחת המסמך' })
  await expect.element(open).toBeVisible()
  replaceNextDownload('%PDF-1.7 אחר')
  await open.click()
  await page.getByRole('textbox', { name: 'שם מלא' }).fill(`נועה ${last}`)
  const sign = page.getByRole('button', { name: 'חתימה', exact: true })
  await sign.click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'המסמך השתנה מאז שפתחתם אותו' })).toBeVisible()
  await open.click()
  await expect.element(page.getByRole('textbox', { name: 'שם מלא' })).toHaveValue(`נועה ${last}`)
  await sign.click()
  await expect.element(page.getByRole('region', { name: 'אישור חתימה' })).toMatchTextContent(name)
})

/** Answers the next download of a file with another document. */
function replaceNextDownload(text: string) {
  const real = window.fetch.bind(window)
  const restore = () => {
    window.fetch = real
  }
  onTestFinished(restore)
  window.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (!address.includes('/object/sign/') || !address.includes('token=')) return real(input, init)
    restore()
    return Promise.resolve(new Response(text, { headers: { 'content-type': 'application/pdf' } }))
  }
}
