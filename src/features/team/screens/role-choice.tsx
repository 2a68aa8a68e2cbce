import { roleLabels } from '#platform/accounts/accounts.ts'
import { type StaffRole, staffRoles, roleTexts } from '#features/team/team.ts'
import { ErrorText } from '#ui/forms/field.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'

/** Roles the user may grant, with descriptions. A form field named `role`. */
export function RoleChoice({ chosen, error }: { chosen?: StaffRole | undefined; error?: string | undefined }) {
  const isOwner = useOwnRoles().includes('owner')
  return (
    <fieldset className="role-choice">
      <legend className="label">תפקיד</legend>
      {staffRoles
        .filter((role) => isOwner || role !== 'owner')
        .map((role) => (
          <label key={role}>
            <input type="radio" name="role" value={role} defaultChecked={role === chosen} />
            <b>{roleLabels[role]}</b>
            <small>{roleTexts[role]}</small>
          </label>
        ))}
      {error && <ErrorText>{error}</ErrorText>}
    </fieldset>
  )
}
