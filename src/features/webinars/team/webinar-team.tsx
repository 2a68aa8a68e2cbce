import { type FormEvent, useState } from 'react'
import { useStaff } from '#platform/accounts/staff.data.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { failedStep } from '../screens/failed-step.ts'
import { type TeamRole, hasHost, useSaveMember, useRemoveMember, useWebinarTeam } from './webinar-team.data.ts'

const roleLabels: Record<TeamRole, string> = { host: 'מנחה', moderator: 'ניהול הצ׳אט' }

/** The hosts and moderators of a webinar. Without names, they are determined by role. */
export function WebinarTeam({ webinar, canEdit }: { webinar: string; canEdit: boolean }) {
  const { data: team = [] } = useWebinarTeam(webinar)
  const { data: staff } = useStaff()
  return (
    <Block title="הצוות בחדר">
      <BlockText>
        {team.length === 0
          ? 'לא נקבעו שמות, ולכן כל הצוות נכנס לחדר הבקרה, ומנחים לפי התפקיד.'
          : hasHost(team)
            ? 'לחדר הבקרה נכנסים רק מי שברשימה, ומנהלי המערכת.'
            : 'לא נקבע מי מנחה, ולכן מנחים לפי התפקיד. מלבדם נכנסים לחדר הבקרה רק מי שברשימה, ומנהלי המערכת.'}
      </BlockText>
      <ul className="rows">
        {staff &&
          team.map(({ user_id: user, role }) => (
            <Member
              key={user}
              webinar={webinar}
              user={user}
              name={staff.find(({ user_id: id }) => id === user)?.name ?? 'חשבון סגור'}
              role={role}
              canEdit={canEdit}
            />
          ))}
      </ul>
      {canEdit && <AddMember webinar={webinar} />}
    </Block>
  )
}

type MemberProps = { webinar: string; user: string; name: string; role: TeamRole; canEdit: boolean }

function Member({ webinar, user, name, role, canEdit }: MemberProps) {
  const remove = useRemoveMember(webinar)
  const rowFocusProps = useRowFocus<HTMLLIElement>({ rows: 'li', within: '.block' })
  return (
    <li className="row" {...rowFocusProps}>
      <div className="row__words">
        <b>{name}</b>
        <small>{roleLabels[role]}</small>
      </div>
      {canEdit && (
        <div className="row__acts">
          <Button
            look="ghost"
            aria-label={`הסרה מהצוות: ${name}`}
            busy={remove.isPending}
            onClick={() => remove.mutate(user, { onError: failedStep })}
          >
            הסרה
          </Button>
        </div>
      )}
    </li>
  )
}

/** Adding an existing member changes the role. */
function AddMember({ webinar }: { webinar: string }) {
  const { data: staff = [] } = useStaff()
  const add = useSaveMember(webinar)
  const [user, setUser] = useState('')
  const [role, setRole] = useState<TeamRole>('host')
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (user) add.mutate({ user, role }, { onSuccess: () => setUser(''), onError: failedStep })
  }
  return (
    <form className="schedule__add" onSubmit={submit}>
      <SelectField name="member" label="מי" required value={user} onChange={({ target }) => setUser(target.value)}>
        <option value="">בחירה</option>
        {staff.map(({ user_id: id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="role"
        label="תפקיד בחדר"
        value={role}
        onChange={({ target }) => setRole(target.value as TeamRole)}
      >
        {Object.entries(roleLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Button type="submit" busy={add.isPending}>
        הוספה לצוות
      </Button>
    </form>
  )
}
