// Export of the list, for owners and admins.
import { Download } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { may } from '#platform/accounts/permissions.ts'
import { fetchContacts } from '#features/exports/exports.data.ts'
import { type ExportContacts, type ExportFormat, refusals } from '#features/exports/exports.ts'
import { dayOf } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { downloadFile } from '#platform/screens/download-file.ts'

type Props = Omit<ExportContacts, 'format'>

const types: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Exports the filtered rows (`search`) or the selected ones. Renders nothing without the right. */
export function ExportMenu(options: Props) {
  const backend = useBackend()
  const isAllowed = may(useOwnRoles(), 'export contacts')
  const taking = useMutation({
    mutationFn: (format: ExportFormat) => fetchContacts(backend, { ...options, format }),
    onSuccess: (file, format) => downloadFile(file, `אנשי קשר ${dayOf(new Date())}.${format}`, types[format]),
    onError: (error) => toast.error(refusalText(error, refusals)),
  })
  if (!isAllowed) return null
  return (
    <Menu
      align="end"
      trigger={
        <Button busy={taking.isPending} icon={<Icon of={Download} />}>
          ייצוא
        </Button>
      }
    >
      <MenuItem onSelect={() => taking.mutate('xlsx')}>Excel</MenuItem>
      <MenuItem onSelect={() => taking.mutate('csv')}>CSV</MenuItem>
    </Menu>
  )
}
