import { LogOut, Monitor, Moon, Settings, Sun, Trash2, Undo2 } from 'lucide-react'
import { nameOf } from '#platform/accounts/name-of.ts'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#client/session-context.tsx'
import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { roleLabels, seesContacts } from '#platform/accounts/roles.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuSeparator } from '#ui/layers/menu.tsx'
import { mayLeave } from '#ui/forms/unsaved.ts'
import { toast } from '#ui/toast/toast.tsx'
import { undoAction, useUndos } from '#ui/undo/undo.ts'
import { authErrorText } from '#platform/accounts/sign-in/auth-errors.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import type { NavItem } from '../navigation/navigation.ts'
import { chooseTheme, readTheme, type ThemeChoice } from '#platform/screens/theme-choice.ts'

const themes = [
  { value: 'light', text: 'בהיר', icon: Sun },
  { value: 'dark', text: 'כהה', icon: Moon },
  { value: 'auto', text: 'לפי המכשיר', icon: Monitor },
] as const

/** User menu: theme, sign-out. `settings` shows the staff settings, which clients do not have. */
export function UserMenu({
  trigger,
  side,
  align,
  settings = false,
  rooms = [],
}: {
  trigger: ReactElement
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
  settings?: boolean
  /** Navigation items that did not fit into the bar. */
  rooms?: readonly NavItem[]
}) {
  const session = useSession()
  const [lastAction] = useUndos()
  const seesBin = seesContacts(useOwnRoles())
  const [theme, setTheme] = useState<ThemeChoice>(readTheme)

  async function leave() {
    if (!(await mayLeave('end'))) return
    // Not awaited: signing out works without a network.
    void import('#features/notifications/push.data.ts').then(({ endPush }) => endPush()).catch(() => {})
    const { error } = await session.signOut()
    if (error) toast.error(authErrorText(error))
  }

  return (
    <Menu trigger={trigger} side={side} align={align}>
      {rooms.length > 0 && (
        <>
          <MenuGroup label="עוד במערכת">
            {rooms.map(({ to, text, icon }) => (
              <MenuItem key={to} icon={icon} render={<Link to={to} />}>
                {text}
              </MenuItem>
            ))}
          </MenuGroup>
          <MenuSeparator />
        </>
      )}
      <MenuChoice
        label="מראה"
        value={theme}
        options={themes}
        onChange={(choice) => {
          chooseTheme(choice)
          setTheme(choice)
        }}
      />
      <MenuSeparator />
      <MenuGroup label={<bdi>{nameOf(session.user)}</bdi>}>
        {lastAction && (
          <MenuItem icon={Undo2} onSelect={() => void undoAction(lastAction.id)}>
            ביטול: <bdi>{lastAction.title}</bdi>
          </MenuItem>
        )}
        {seesBin && (
          <MenuItem icon={Trash2} render={<Link to="/crm/bin" />}>
            סל המיחזור
          </MenuItem>
        )}
        {settings && (
          <MenuItem icon={Settings} render={<Link to="/crm/settings" />}>
            הגדרות
          </MenuItem>
        )}
        <MenuItem icon={LogOut} onSelect={() => void leave()}>
          יציאה
        </MenuItem>
      </MenuGroup>
    </Menu>
  )
}

/** The signed-in user: avatar, name, role. */
export function SignedInPerson() {
  const { user } = useSession()
  const roles = useActiveRoles()
  const name = nameOf(user)
  const role = roles.data?.map((each) => roleLabels[each]).join(', ')
  return (
    <>
      <Avatar name={name} />
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        {role && <small>{role}</small>}
      </span>
    </>
  )
}
