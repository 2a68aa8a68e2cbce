import { ListTodo, type LucideIcon, SquareKanban, UserPlus } from 'lucide-react'
import { may, type Permission } from '#platform/accounts/permissions.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import type { QuickAddKind } from '#platform/screens/quick-add-context.ts'

type Choice = { kind: QuickAddKind; text: string; icon: LucideIcon; permission: Permission }

const choices: readonly Choice[] = [
  { kind: 'contact', text: 'איש קשר חדש', icon: UserPlus, permission: 'add contacts' },
  { kind: 'opportunity', text: 'הזדמנות חדשה', icon: SquareKanban, permission: 'open opportunities' },
  { kind: 'task', text: 'משימה חדשה', icon: ListTodo, permission: 'add tasks' },
]

/** What the signed-in user may add. */
export function useQuickAddChoices(): readonly Choice[] {
  const roles = useOwnRoles()
  return choices.filter(({ permission }) => may(roles, permission))
}
