import { Download } from 'lucide-react'
import { refusalText } from '#client/refusal.ts'
import { type ShownImport, useErrorFile } from '#features/imports/imports.data.ts'
import { importName, refusals } from '#features/imports/imports.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { downloadFile } from '#platform/screens/download-file.ts'

/** Downloads the rejected rows with their errors. */
export function ErrorFileButton({ found }: { found: ShownImport }) {
  const fetching = useErrorFile()
  return (
    <Button
      icon={<Icon of={Download} />}
      busy={fetching.isPending}
      onClick={() =>
        fetching.mutate(found.id, {
          onSuccess: (file) => downloadFile(file, `${importName(found.file_name)} – לתיקון.csv`, 'text/csv'),
          onError: (error) => toast.error(refusalText(error, refusals)),
        })
      }
    >
      קובץ השגיאות
    </Button>
  )
}
