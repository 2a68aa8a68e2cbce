import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { backendAs, backendAsService, openScreen } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

test('a thread that needs no reply can be marked as handled, and undo reopens it', async () => {
  const { id: contact } = await makeContact({ first: 'תמר', last: unique('תודה') })
  const { data: thread } = await backendAs('owner').rpc('open_thread', { contact, is_shared: false }).throwOnError()
  await backendAsService()
    .from('thread_messages')
    .insert({ thread_id: thread, author_kind: 'client', contact_id: contact, body: 'תודה רבה!' })
    .throwOnError()
  await openScreen(`/crm/inbox?thread=${thread}`, 'owner')
  const row = page.getByRole('list', { name: 'שיחות' }).getByRole('link', { name: /תמר תודה/ })
  const settle = page.getByRole('button', { name: 'אין צורך בתשובה' })
  await expect.element(row).toMatchTextContent(/מחכה לתשובה/)
  await settle.click()
  await expect.element(row).toMatchTextContent(/אין צורך בתשובה/)
  await expect.element(settle).not.toBeInTheDocument()
  await undoLast()
  await expect.element(row).toMatchTextContent(/מחכה לתשובה/)
  await expect.element(settle).toBeVisible()
})

test('the list marks a mail with an unverified sender', async () => {
  const service = backendAsService()
  const names = { proved: unique('מאומתת'), forged: unique('מזויפת') }
  for (const [name, last] of Object.entries(names)) {
    const { id } = await makeContact({ first: 'תמר', last })
    await service
      .from('received_messages')
      .insert({
        channel: 'email',
        provider_id: unique(name),
        from_value: 'tamar@example.com',
        contact_id: id,
        received_at: new Date().toISOString(),
        is_verified: name === 'proved',
      })
      .throwOnError()
  }
  await openScreen('/crm/inbox', 'owner')
  const row = (last: string) =>
    page
      .getByRole('list', { name: 'הודעות שהגיעו בוואטסאפ, ב־SMS ובדוא״ל' })
      .getByRole('link')
      .filter({ hasText: last })
  await expect.element(row(names.forged)).toMatchTextContent(/דוא״ל, השולח לא אומת, מחכה לתשובה/)
  await expect.element(row(names.proved)).toMatchTextContent(/דוא״ל, מחכה לתשובה/)
})

test('a launch comment is answered in the inbox, and hiding a comment can be undone', async () => {
  const service = backendAsService()
  const title = unique('סדרה')
  const { data: launch } = await service.from('launches').insert({ title }).select('id').single().throwOnError()
  const { data: content } = await service
    .from('launch_contents')
    .insert({ launch_id: launch.id, position: 1, title: 'שיעור ראשון', release_kind: 'hours', release_hours: 0 })
    .select('id')
    .single()
    .throwOnError()
  const { id: contact } = await makeContact({ first: 'תמר', last: unique('כותבת') })
  const { data: participant } = await service
    .from('launch_participants')
    .insert({ launch_id: launch.id, contact_id: contact, name: 'תמר', email: 'tamar-writes@example.com' })
    .select('id')
    .single()
    .throwOnError()
  const bodies = { asked: unique('שאלה על הגיליון'), rude: unique('מילים לא יפות') }
  const write = async (body: string) =>
    (
      await service
        .from('launch_comments')
        .insert({ content_id: content.id, participant_id: participant.id, shown_name: 'תמר', body })
        .select('id')
        .single()
        .throwOnError()
    ).data.id
  const [question, rude] = [await write(bodies.asked), await write(bodies.rude)]
  await openScreen(`/crm/inbox?comment=${question}`, 'sales')
  const list = page.getByRole('list', { name: 'תגובות בהשקות' })
  const view = page.getByRole('region', { name: 'תגובה של תמר' })
  await expect.element(view.getByText(bodies.asked)).toBeVisible()
  await expect.element(list.getByRole('link', { name: new RegExp(bodies.asked) })).toBeVisible()
  await view.getByRole('button', { name: 'תשובה' }).click()
  const dialog = page.getByRole('dialog', { name: 'תשובה לתגובה' })
  await dialog.getByRole('textbox', { name: 'תשובה' }).fill('הגיליון בדף העבודה')
  await dialog.getByRole('button', { name: 'פרסום התשובה' }).click()
  await expect.element(list.getByRole('link', { name: new RegExp(bodies.asked) })).not.toBeInTheDocument()
  const answers = async () =>
    (await service.from('launch_comments').select('body').eq('parent_id', question).throwOnError()).data
  await expect.poll(answers).toEqual([{ body: 'הגיליון בדף העבודה' }])

  await list.getByRole('link', { name: new RegExp(bodies.rude) }).click()
  await view.getByRole('button', { name: 'הסתרה' }).click()
  await expect.element(list.getByRole('link', { name: new RegExp(bodies.rude) })).not.toBeInTheDocument()
  await undoLast()
  await expect.element(list.getByRole('link', { name: new RegExp(bodies.rude) })).toBeVisible()
  const { data: again } = await service.from('launch_comments').select('status').eq('id', rude).single().throwOnError()
  expect(again.status).toBe('pending')
})

test('questions about a recording and form submissions are listed, with links to the screens where they are answered', async () => {
  const service = backendAsService()
  const { data: webinar } = await service.from('webinars').select('id').limit(1).single().throwOnError()
  const body = unique('מתאים גם לעצמאים?')
  await service
    .from('webinar_messages')
    .insert({ webinar_id: webinar.id, author: 'נועה', kind: 'question', body })
    .throwOnError()
  const { data: form } = await service.from('forms').select('id').eq('public_id', 'hekerut').single().throwOnError()
  const last = unique('ממלאת')
  const { id: contact_id } = await makeContact({ last })
  const { data: reply } = await service
    .from('form_submissions')
    .insert({
      form_id: form.id,
      form_version: 1,
      key_hash: crypto.randomUUID().replaceAll('-', '').repeat(2),
      status: 'complete',
      contact_id,
      completed_at: new Date().toISOString(),
    })
    .select('id')
    .single()
    .throwOnError()
  await openScreen('/crm/inbox', 'owner')
  const link = (list: string, text: string) =>
    page.getByRole('list', { name: list }).getByRole('link').filter({ hasText: text })
  await expect.element(link('שאלות מהדרכות', body)).toHaveAttribute('href', `/admin/webinars/${webinar.id}`)
  await expect
    .element(link('תשובות לטפסים מהשבועיים האחרונים', last))
    .toHaveAttribute('href', `/crm/forms/${form.id}?tab=answers&answer=${reply.id}`)
})
