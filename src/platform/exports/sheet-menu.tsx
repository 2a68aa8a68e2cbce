// The menu of an exported list: Excel or CSV, for owners and admins.
import { Download } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { refusalText } from '#client/refusal.ts'
import { may } from '#platform/accounts/permissions.ts'
import type { SheetFormat } from '#lib/spreadsheets/sheet-formats.ts'
import { dayOf } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { downloadFile } from '#platform/screens/download-file.ts'

type Props = {
  /** File name prefix; the date follows. */
  name: string
  fetchFile: (format: SheetFormat) => Promise<Blob>
  refusals: Readonly<Record<string, string>>
}

const types: Record<SheetFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Renders nothing for roles that may not export. */
export function SheetMenu({ name, fetchFile, refusals }: Props) {
  const isAllowed = may(useOwnRoles(), 'export contacts')
  const taking = useMutation({
    mutationFn: fetchFile,
    onSuccess: (file, format) => downloadFile(file, `${name} ${dayOf(new Date())}.${format}`, types[format]),
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
