import { useRef } from 'react'
import { refusalText } from '#client/refusal.ts'
import { type Member, useChangeMember } from '#features/households/households.data.ts'
import { type HomeMail, homeMailLabels, refusals } from '#features/households/households.ts'
import { Block } from '#ui/block.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'

const kinds = Object.keys(homeMailLabels) as HomeMail[]

/** Which household member gets reminders, summaries and invoices. */
export function MailPreferencesTable({ members }: { members: readonly Member[] }) {
  const change = useChangeMember()
  // Choices that have not been refetched yet: the next choice is based on these, not on the row.
  const selected = useRef(new Map<string, readonly HomeMail[]>())

  // Optimistic; reverted if the request is refused.
  const { isPending, variables } = change
  const shownOf = ({ id, home_mail }: Member) =>
    (isPending && variables.id === id && variables.changes.home_mail) || home_mail

  async function choose(member: Member, kind: HomeMail, isOn: boolean) {
    const before = [...(selected.current.get(member.id) ?? member.home_mail)]
    const home_mail = isOn ? [...before, kind] : before.filter((one) => one !== kind)
    selected.current.set(member.id, home_mail)
    try {
      await change.mutateAsync({ id: member.id, changes: { home_mail } })
      offerUndo({
        title: 'נשמר מי מקבל מה',
        undo: () => change.mutateAsync({ id: member.id, changes: { home_mail: before } }),
      })
    } catch (error) {
      toast.error(refusalText(error, refusals))
    } finally {
      if (selected.current.get(member.id) === home_mail) selected.current.delete(member.id)
    }
  }

  if (members.length === 0) return null
  const unread = kinds.filter((kind) => members.every(({ home_mail: gets }) => !gets.includes(kind)))
  return (
    <Block title="מי מקבל מה">
      <table className="home-mail">
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">מי</span>
            </th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {homeMailLabels[kind]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id}>
              <th scope="row">
                <bdi>{member.full_name}</bdi>
              </th>
              {kinds.map((kind) => (
                <td key={kind}>
                  <label className="check">
                    <input
                      type="checkbox"
                      aria-label={`${homeMailLabels[kind]}: ${member.full_name}`}
                      checked={shownOf(member).includes(kind)}
                      onChange={(event) => void choose(member, kind, event.target.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {unread.length > 0 && (
        <p className="quiet">אף אחד לא מקבל: {unread.map((kind) => homeMailLabels[kind]).join(', ')}</p>
      )}
    </Block>
  )
}
