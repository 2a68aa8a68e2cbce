import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { offlineStoreOf } from '#platform/offline/offline-store.ts'
import { giveFiles } from '../../../test/browser/give-files.ts'
import { makeContact, unique } from '../../../test/browser/make-contact.ts'
import { holdNextRequest, loseNextRequest, loseNextResponse, loseRequests } from '../../../test/browser/network.ts'
import { backendAs, backendAsService, makeAccount, openScreen } from '../../../test/browser/render.tsx'
import { undoLast } from '../../../test/browser/undo-last.ts'
import { markRead, sendMessage } from './inbox.data.ts'
import { unsentFolder } from './send-unsent-message.ts'

const textFile = (name: string, text = 'שלום') => new File([text], name, { type: 'text/plain' })
const chooser = () => document.querySelector<HTMLInputElement>('input[type="file"]')!
const messageField = page.getByRole('textbox', { name: 'הודעה חדשה' })
const sendButton = page.getByRole('button', { name: 'שליחה' })
const attach = page.getByRole('button', { name: 'צירוף קבצים' })
const alert = page.getByRole('alert')
const selected = page.getByRole('list', { name: 'קבצים שיישלחו' })
const messages = page.getByRole('region', { name: 'הודעות בשיחה' }).getByRole('listitem')
const message = (text: string) => messages.filter({ hasText: text })

/** Creates a client with an account, and their private thread. */
async function makeClient() {
  const account = await makeAccount('client')
  const { id } = await makeContact({ first: 'תמר' })
  await backendAsService().from('contacts').update({ client_user_id: account.id }).eq('id', id).throwOnError()
  const { data: thread } = await backendAs('owner').rpc('open_thread', { contact: id, is_shared: false }).throwOnError()
  return { account, contactId: id, thread }
}

async function openAsStaff(thread: string) {
  // The inbox lists only threads with messages.
  await sendMessage(backendAs('admin'), { id: crypto.randomUUID(), threadId: thread, body: 'ברוכים הבאים' })
  await markRead(backendAs('owner'), thread)
  await openScreen(`/crm/inbox?thread=${thread}`, 'owner')
  await expect.element(message('ברוכים הבאים')).toBeVisible()
}

test('a client sends a message with files, which are listed with names and sizes', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/messages', account)
  await messageField.fill('הנה מה שביקשתם')
  await userEvent.upload(chooser(), [textFile('תלוש.txt'), textFile('פירוט.csv', 'א,ב'.repeat(500))])
  await expect.element(selected.getByRole('listitem').filter({ hasText: 'פירוט.csv' })).toMatchTextContent(/2\.4 ק״ב/)
  await page.getByRole('button', { name: 'הסרת הקובץ תלוש.txt' }).click()
  await userEvent.upload(chooser(), textFile('חוזה.txt'))
  await sendButton.click()
  await expect.element(message('הנה מה שביקשתם')).toBeVisible()
  const files = message('הנה מה שביקשתם').getByRole('list', { name: 'קבצים מצורפים' })
  await expect.element(files.getByRole('button', { name: 'פירוט.csv' })).toBeVisible()
  await expect.element(files).toMatchTextContent(/2\.4 ק״ב/)
  await expect.element(files.getByRole('button', { name: 'חוזה.txt' })).toBeVisible()
  expect(files.getByRole('button').elements()).toHaveLength(2)
  await expect.element(messageField).toHaveValue('')
  await expect.element(selected).not.toBeInTheDocument()
})

test('staff send a file without text, and the client sees its name', async () => {
  const { account, thread } = await makeClient()
  await openAsStaff(thread)
  await expect.element(sendButton).toBeDisabled()
  await userEvent.upload(chooser(), textFile('תוכנית.txt'))
  await sendButton.click()
  await expect.element(message('קובץ מצורף: תוכנית.txt').getByRole('button', { name: 'תוכנית.txt' })).toBeVisible()
  await openScreen('/client-portal/messages', account)
  await expect.element(message('קובץ מצורף: תוכנית.txt').getByRole('button', { name: 'תוכנית.txt' })).toBeVisible()
})

test.each(['a client', 'the staff'])(
  'a failed upload by %s shows an error and retains the text and the files',
  async (side) => {
    const { account, thread } = await makeClient()
    await (side === 'a client' ? openScreen('/client-portal/messages', account) : openAsStaff(thread))
    await messageField.fill('הנה התלוש')
    await userEvent.upload(chooser(), [textFile('ראשון.txt'), textFile('שני.txt')])
    loseNextRequest('/storage/v1/object/files/')
    await sendButton.click()
    await expect.element(page.getByText('ההודעה לא נשלחה. הטקסט והקבצים נשארו כאן')).toBeVisible()
    await expect
      .element(alert.filter({ hasText: 'ראשון.txt' }))
      .toMatchTextContent('ראשון.txt: אין חיבור לשרת. נסו שוב')
    await expect.element(messageField).toHaveValue('הנה התלוש')
    expect(selected.getByRole('listitem').elements()).toHaveLength(2)
    expect(message('הנה התלוש').elements()).toEqual([])
    await sendButton.click()
    await expect.element(message('הנה התלוש').getByRole('button', { name: 'ראשון.txt' })).toBeVisible()
    expect(message('הנה התלוש').getByRole('button').elements()).toHaveLength(2)
    await expect.element(page.getByText('ההודעה לא נשלחה. הטקסט והקבצים נשארו כאן')).not.toBeInTheDocument()
  },
)

test('a message whose response was lost is retried with the same files, and is stored once', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/messages', account)
  await messageField.fill('פעם אחת')
  await userEvent.upload(chooser(), textFile('תלוש.txt'))
  loseNextRequest('/rest/v1/rpc/send_message_with_files')
  await sendButton.click()
  await expect.element(page.getByText('אין חיבור לשרת. נסו שוב')).toBeVisible()
  await expect.element(messageField).toHaveValue('פעם אחת')
  await sendButton.click()
  await expect.element(message('פעם אחת').getByRole('button', { name: 'תלוש.txt' })).toBeVisible()
  expect(message('פעם אחת').elements()).toHaveLength(1)
})

test('a message without files whose response was lost is retried automatically, and is stored once', async () => {
  const { account, thread } = await makeClient()
  await openScreen('/client-portal/messages', account)
  const body = unique('בלי לגעת')
  await messageField.fill(body)
  loseNextResponse('POST /rest/v1/thread_messages')
  await sendButton.click()
  // The message is in the offline store.
  await expect.element(messageField).toHaveValue('')
  await expect.element(message(body)).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'הודעות שעוד לא נשלחו' })).not.toBeInTheDocument()
  const { data: stored } = await backendAsService()
    .from('thread_messages')
    .select('body')
    .eq('thread_id', thread)
    .throwOnError()
  expect(stored).toEqual([{ body }])
  await expect.poll(() => offlineStoreOf(account.id).list(unsentFolder)).toEqual([])
})

test('a message written offline is stored on the device, and sent when the network is back', async () => {
  const { account, thread } = await makeClient()
  const { connection } = await openScreen('/client-portal/messages', account)
  await expect.element(messageField).toBeVisible()
  const outage = loseRequests('/')
  await connection.network.retry()
  await expect.poll(connection.network.read).toBe('unreachable')
  const body = unique('בלי קליטה')
  await messageField.fill(body)
  await sendButton.click()
  const waiting = page.getByRole('list', { name: 'הודעות שעוד לא נשלחו' })
  await expect.element(waiting).toMatchTextContent(new RegExp(body))
  outage.restore()
  await connection.network.retry()
  const stored = async () =>
    (await backendAsService().from('thread_messages').select('body').eq('thread_id', thread).throwOnError()).data
  await expect.poll(stored).toEqual([{ body }])
  await expect.element(waiting).not.toBeInTheDocument()
})

test('a sixth file and a file of an unknown type are refused by name, and the others are sent', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/messages', account)
  await expect.element(messageField).toBeVisible()
  await userEvent.upload(chooser(), [textFile('תוכנה.exe'), ...[1, 2, 3, 4, 5, 6].map((n) => textFile(`${n}.txt`))])
  await expect
    .element(alert)
    .toHaveTextContent(
      'תוכנה.exe: אפשר לצרף מסמכים, גיליונות, תמונות והקלטות6.txt: להודעה אחת אפשר לצרף עד חמישה קבצים',
    )
  expect(selected.getByRole('listitem').elements()).toHaveLength(5)
  await expect.element(attach).toBeDisabled()
  await sendButton.click()
  await expect.element(message('5 קבצים מצורפים')).toBeVisible()
  expect(message('5 קבצים מצורפים').getByRole('button').elements()).toHaveLength(5)
})

test('leaving a thread or screen asks for confirmation while a message is unsent, and not after it is sent', async () => {
  const [first, second] = [await makeClient(), await makeClient()]
  // Other tests also create threads.
  const otherText = unique('השיחה השנייה')
  await sendMessage(backendAs('admin'), { id: crypto.randomUUID(), threadId: second.thread, body: otherText })
  await openAsStaff(first.thread)
  const question = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' })
  const other = page.getByRole('list', { name: 'שיחות' }).getByRole('link').filter({ hasText: otherText })
  await userEvent.upload(chooser(), textFile('תלוש.txt'))
  await other.click()
  await question.getByRole('button', { name: 'חזרה לעריכה' }).click()
  await expect.element(selected).toMatchTextContent(/תלוש\.txt/)
  await messageField.fill('תשובה')
  await page.getByRole('link', { name: 'לתהליך' }).click()
  await question.getByRole('button', { name: 'חזרה לעריכה' }).click()
  await sendButton.click()
  await expect.element(message('תשובה')).toBeVisible()
  await other.click()
  await expect.element(message(otherText)).toBeVisible()
  await messageField.fill('עוד תשובה')
  await page.getByRole('link', { name: 'לתהליך' }).click()
  await question.getByRole('button', { name: 'יציאה בלי לשמור' }).click()
  await expect.poll(() => location.pathname).toBe(`/crm/clients/${second.contactId}`)
})

test('a thread of a household can still be answered after its contact moved to another household', async () => {
  const service = backendAsService()
  const { contactId } = await makeClient()
  const moveTo = async (name: string) => {
    const { data: home } = await service.from('households').insert({ name }).select('id').single().throwOnError()
    const member = { household_id: home.id, household_role: 'partner' } as const
    await service.from('contacts').update(member).eq('id', contactId).throwOnError()
  }
  const sharedThread = async (body: string) => {
    const { data: threadId } = await backendAs('owner')
      .rpc('open_thread', { contact: contactId, is_shared: true })
      .throwOnError()
    await sendMessage(backendAs('admin'), { id: crypto.randomUUID(), threadId, body })
    return threadId
  }
  await moveTo(unique('בית ראשון'))
  const former = await sharedThread('שלום לבית הראשון')
  await moveTo(unique('בית שני'))
  await sharedThread('שלום לבית השני')
  await openScreen(`/crm/inbox?thread=${former}`, 'owner')
  await expect.element(message('שלום לבית הראשון')).toBeVisible()
  await messageField.fill('תשובה לבית הראשון')
  await sendButton.click()
  await expect.element(message('תשובה לבית הראשון')).toBeVisible()
  expect(message('שלום לבית השני').elements()).toEqual([])
  const { data: sent } = await service.from('thread_messages').select('body').eq('thread_id', former).throwOnError()
  expect(sent.map(({ body }) => body).toSorted()).toEqual(['שלום לבית הראשון', 'תשובה לבית הראשון'])
})

test('removing chosen files moves the focus to the next file, and after the last file to the text field', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/messages', account)
  await expect.element(messageField).toBeVisible()
  await userEvent.upload(chooser(), [textFile('ראשון.txt'), textFile('שני.txt')])
  const remove = (name: string) => page.getByRole('button', { name: `הסרת הקובץ ${name}` })
  await remove('ראשון.txt').click()
  await expect.element(remove('שני.txt')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(messageField).toHaveFocus()
})

test('files can be dropped on a message and pasted into it; cells of a sheet are pasted as text', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/messages', account)
  await expect.element(messageField).toBeVisible()
  expect(giveFiles('drop', messageField.element(), [textFile('נגרר.txt'), textFile('תוכנה.exe')])).toBe(true)
  await expect.element(selected.getByRole('listitem').filter({ hasText: 'נגרר.txt' })).toBeVisible()
  await expect.element(alert).toMatchTextContent(/תוכנה\.exe: אפשר לצרף מסמכים, גיליונות, תמונות והקלטות/)
  expect(giveFiles('paste', messageField.element(), [textFile('הודבק.txt')])).toBe(true)
  await expect.element(selected.getByRole('listitem').filter({ hasText: 'הודבק.txt' })).toBeVisible()
  expect(giveFiles('paste', messageField.element(), [textFile('תאים.txt')], 'שכר 9,000')).toBe(false)
  expect(selected.getByRole('listitem').elements()).toHaveLength(2)
})

test('no files are accepted while a message is being sent', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/messages', account)
  await messageField.fill('בדרך')
  const held = holdNextRequest('POST /rest/v1/thread_messages')
  await sendButton.click()
  await held.sent
  expect(giveFiles('paste', messageField.element(), [textFile('הודבק.txt')])).toBe(false)
  const data = new DataTransfer()
  data.items.add(textFile('נגרר.txt'))
  data.dropEffect = 'copy'
  const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: data })
  messageField.element().dispatchEvent(over)
  expect([over.defaultPrevented, over.dataTransfer!.dropEffect]).toEqual([true, 'none'])
  held.release()
  await expect.element(message('בדרך')).toBeVisible()
  await expect.element(messageField).toHaveValue('')
  expect(giveFiles('paste', messageField.element(), [textFile('אחרי.txt')])).toBe(true)
  await expect.element(selected.getByRole('listitem').filter({ hasText: 'אחרי.txt' })).toBeVisible()
})

test('a refused message in the offline store is shown only in its thread, until it is deleted', async () => {
  const { account, thread } = await makeClient()
  const store = offlineStoreOf(account.id)
  const [body, elsewhere] = [unique('לא נשלחה'), unique('בשיחה אחרת')]
  for (const [threadId, text] of [
    [thread, body],
    [crypto.randomUUID(), elsewhere],
  ] as const) {
    const id = crypto.randomUUID()
    // oxlint-disable-next-line no-await-in-loop -- two rows
    await store.write(unsentFolder + id, { id, threadId, body: text, refusal: '42501' })
  }
  await openScreen('/client-portal/messages', account)
  const waiting = page.getByRole('list', { name: 'הודעות שעוד לא נשלחו' }).getByRole('listitem')
  await expect.element(waiting).toMatchTextContent(new RegExp(body))
  await waiting.getByRole('button', { name: 'מחיקה' }).click()
  await expect.element(page.getByText(body)).not.toBeInTheDocument()
  expect(await store.list(unsentFolder)).toMatchObject([{ body: elsewhere }])
})

test('deleting a message from the offline store moves the focus to the text field, and undo restores the message', async () => {
  const { account, thread } = await makeClient()
  const [id, body] = [crypto.randomUUID(), unique('לא נשלחה')]
  const stored = { id, threadId: thread, body, refusal: '42501' }
  await offlineStoreOf(account.id).write(unsentFolder + id, stored)
  await openScreen('/client-portal/messages', account)
  const waiting = page.getByRole('list', { name: 'הודעות שעוד לא נשלחו' })
  await waiting.getByRole('button', { name: 'מחיקה' }).click()
  await expect.element(waiting).not.toBeInTheDocument()
  await expect.element(messageField).toHaveFocus()
  await undoLast()
  await expect.element(waiting).toMatchTextContent(new RegExp(body))
  expect(await offlineStoreOf(account.id).list(unsentFolder)).toEqual([stored])
})
