import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { accountOf, backendAs, renderApp } from '../../../test/browser/render.tsx'
import { joinRoom } from './presence.data.ts'
import { Viewers } from './viewers.tsx'

function Screen({ room }: { room: string }) {
  return <Viewers room={room} what="לוח" nameOf={useStaffName()} />
}

/** A colleague who is present in a room, until the returned function is called. */
function lookAt(room: string, role: 'coach' | 'sales') {
  const leave = joinRoom(backendAs(role), room, accountOf(role).session.user.id, () => {})
  onTestFinished(leave)
  return leave
}
const viewerText = page.getByText(/צופ/)

test('a colleague who opens the same record appears by name, and disappears after leaving', async () => {
  const room = `contact:${crypto.randomUUID()}`
  await renderApp(<Screen room={room} />, { as: 'owner' })
  const leave = lookAt(room, 'coach')
  await expect.element(viewerText).toHaveTextContent('\u2068הילה לדוגמה\u2069 צופה בלוח')
  lookAt(room, 'sales')
  await expect
    .element(viewerText)
    .toMatchTextContent(/הילה לדוגמה.*עמית לדוגמה.*צופים בלוח|עמית לדוגמה.*הילה לדוגמה.*צופים בלוח/)
  leave()
  await expect.element(viewerText).toHaveTextContent('\u2068עמית לדוגמה\u2069 צופה בלוח')
})

test('a single viewer of a record sees no others, and viewers of another record are not shown', async () => {
  const room = `contact:${crypto.randomUUID()}`
  await renderApp(<Screen room={room} />, { as: 'owner' })
  lookAt(`contact:${crypto.randomUUID()}`, 'coach')
  lookAt(room, 'sales')
  await expect.element(viewerText).toHaveTextContent('\u2068עמית לדוגמה\u2069 צופה בלוח')
  expect(document.querySelectorAll('.viewers .avatar')).toHaveLength(1)
})
